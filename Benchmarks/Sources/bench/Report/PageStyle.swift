/// How the page looks, by day and by night.
enum PageStyle {
    static let css = """
        :root {
          --ground: #fcfcfa; --ink: #1d1f21; --soft: #6a6f75; --grid: #e2e2dc; --card: #ffffff;
          --engine: #0b6e99; --peer: #c9802b; --code: #8f9aa3; --floor: #b3261e;
          --s0: #0b6e99; --s1: #c9802b; --s2: #4d8f3a; --s3: #8a4fa3; --s4: #b3261e; --s5: #5f6b76;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #16181b; --ink: #e8e6e1; --soft: #9aa1a8; --grid: #2e3338; --card: #1d2024;
            --engine: #58b4dc; --peer: #e0a458; --code: #76818a; --floor: #f2786f;
            --s0: #58b4dc; --s1: #e0a458; --s2: #8cc47a; --s3: #c394dc; --s4: #f2786f; --s5: #a5b0ba;
          }
        }
        body { margin: 2rem auto; max-width: 1500px; padding: 0 1.5rem; background: var(--ground);
          color: var(--ink);
          font: 15px/1.5 system-ui, "Liberation Sans", "DejaVu Sans", sans-serif; }
        h1 { font-size: 1.7rem; margin: 0 0 .5rem; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .3rem; }
        p { margin: .3rem 0 .8rem; max-width: 75ch; color: var(--soft); }
        .charts { columns: 2 480px; column-gap: 1rem; }
        figure { margin: 0 0 1rem; break-inside: avoid; padding: 1rem; background: var(--card); border: 1px solid var(--grid);
          border-radius: 8px; }
        svg { width: 100%; height: auto; display: block; }
        svg text { fill: var(--ink); font-size: 12px; } svg .title { font-weight: 600; font-size: 14px; }
        svg .tick { fill: var(--soft); font-size: 11px; } svg .value { fill: var(--soft); }
        .grid { stroke: var(--grid); } .floor { stroke: var(--floor); stroke-width: 2.5; }
        .engine { fill: var(--engine); } .peer { fill: var(--peer); } .code { fill: var(--code); }
        .curve { fill: none; stroke-width: 2.2; }
        .series0 { fill: var(--s0); stroke: var(--s0); } .series1 { fill: var(--s1); stroke: var(--s1); }
        .series2 { fill: var(--s2); stroke: var(--s2); } .series3 { fill: var(--s3); stroke: var(--s3); }
        .series4 { fill: var(--s4); stroke: var(--s4); } .series5 { fill: var(--s5); stroke: var(--s5); }
        path.curve { fill: none; }
        .legend span { display: inline-block; width: .9em; height: .9em; border-radius: 2px;
          margin: 0 .35em 0 1em; vertical-align: -1px; }
        .legend span:first-child { margin-left: 0; }
        .legend .engine { background: var(--engine); } .legend .peer { background: var(--peer); }
        .legend .code { background: var(--code); } .legend .mark { background: var(--floor); width: 3px; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
        th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--grid); }
        th { color: var(--soft); font-weight: 600; }
        th:first-child, td:first-child, td.who, th.who, td.rest { text-align: left; }
        tr.ours td { font-weight: 600; }
        details { margin: .5rem 0; } summary { cursor: pointer; color: var(--soft); }
        """
}
