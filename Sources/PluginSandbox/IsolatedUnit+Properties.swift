import AVFLV2Host
import AVFPluginCatalog

extension IsolatedUnit {
    package func setProperty(_ identifier: String, _ value: PropertyValue) throws(PluginError) {
        let (property, value) = try facts.fitted(value, to: identifier)
        _ = try ask(.setProperty, PropertyValue.record(property.uri, value))
        rememberProperty(property.uri, value)
    }

    package func property(_ identifier: String) throws(PluginError) -> PropertyValue? {
        guard let property = facts.property(identifier) else {
            throw .noSuchProperty(
                name: facts.name, property: identifier, known: facts.properties.map(\.symbol))
        }
        let answer = try ask(.readProperty, PropertyValue.record(property.uri, nil))
        return PropertyValue.read(answer)?.value
    }
}
