/** The core, with S0's services of a client under the names of the scenarios. */
export const withServices = (core) => ({
  ...core,
  services: (client) => ({
    preferences: core.preferenceService(client),
    notifications: core.notificationService(client),
    eta: core.etaService(client),
  }),
});
