const { withNotificationSounds } = require('expo-notifications/plugin/build/withNotificationsIOS');

/**
 * Adds sounds to the iOS target only. The option of expo-notifications copies each file for both systems, and Android takes no `.caf`
 * next to a `.wav` of the same name: both would be the resource `alert`.
 */
module.exports = (config, sounds) => withNotificationSounds(config, { sounds });
