// Lets the thread sanitizer see the order that Swift's Mutex makes; nothing without it.
#ifndef AVF_MUTEX_ORDER_H
#define AVF_MUTEX_ORDER_H
#endif
