// The client's services of S0 over the calls that S0 names; prints what the server answered.

declare const process: { argv: string[] };

class API {
  constructor(private url: string, private jwt: string) {}

  async send(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await fetch(this.url + '/api/v1' + path, {
      method,
      headers: { Authorization: 'Bearer ' + this.jwt, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  }
}

class PreferenceService implements IPreferenceService {
  constructor(private api: API) {}

  private path = '/users/me/notification-preferences';

  getPreferences(): Promise<NotificationPreferences> {
    return this.api.send('GET', this.path);
  }

  updatePreferences(preferences: Partial<NotificationPreferences>): Promise<NotificationPreferences> {
    return this.api.send('PUT', this.path, preferences);
  }

  async updateCategoryPreference(category: string, preference: CategoryPreference): Promise<void> {
    await this.api.send('PATCH', `${this.path}/category/${category}`, preference);
  }

  resetToDefaults(): Promise<NotificationPreferences> {
    return this.api.send('POST', this.path + '/reset');
  }
}

class NotificationService implements INotificationService {
  constructor(private api: API) {}

  async getHistory(limit = 50, offset = 0, status = 'all'): Promise<Notification[]> {
    return (await this.api.send('GET', `/users/me/notifications?limit=${limit}&offset=${offset}&status=${status}`)).items;
  }

  async markAsRead(notificationId: string): Promise<void> {
    await this.api.send('PATCH', `/notifications/${notificationId}/read`);
  }

  async markAllAsRead(): Promise<void> {
    await this.api.send('POST', '/notifications/read-all');
  }

  async deleteNotification(notificationId: string): Promise<void> {
    await this.api.send('DELETE', `/notifications/${notificationId}`);
  }

  async getUnreadCount(): Promise<number> {
    return (await this.api.send('GET', '/notifications/unread-count')).unreadCount;
  }
}

function demand(holds: boolean, what: string) {
  if (!holds) throw new Error(what);
}

async function main(url: string, jwt: string) {
  const api = new API(url, jwt);
  const preferences: IPreferenceService = new PreferenceService(api);
  const notifications: INotificationService = new NotificationService(api);

  const objects = [await preferences.getPreferences()];
  objects.push(await preferences.updatePreferences({ globalSettings: { ...objects[0].globalSettings, pushEnabled: false } }));
  demand(!objects[1].globalSettings.pushEnabled, 'the master switch is off');
  const off = { enabled: false, channels: { push: false, email: false, inApp: true } };
  await preferences.updateCategoryPreference('streakRisk', off);
  objects.push(await preferences.getPreferences());
  demand(!objects[2].categories.streakRisk.enabled, 'one category is off');
  objects.push(await preferences.updatePreferences(objects[2]));
  demand(!objects[3].categories.streakRisk.enabled, 'the object is accepted as it came');
  objects.push(await preferences.resetToDefaults());
  demand(objects[4].globalSettings.pushEnabled && objects[4].categories.streakRisk.enabled, 'all is as it was');

  const rows = await notifications.getHistory();
  const count = await notifications.getUnreadCount();
  demand(rows.length === count && count > 2, 'what came is there');
  await notifications.markAsRead(rows[0].id);
  demand((await notifications.getUnreadCount()) === count - 1, 'one is read');
  const unread = await notifications.getHistory(50, 1, 'unread');
  demand(unread.length === count - 2 && unread.every(row => row.status !== 'read'), 'the unread ones but the first');
  await notifications.deleteNotification(rows[1].id);
  await notifications.markAllAsRead();
  demand((await notifications.getUnreadCount()) === 0, 'all are read');
  rows.push(...(await notifications.getHistory(50)));
  demand(rows.length === 2 * count - 1, 'one is deleted');
  console.log(JSON.stringify({ preferences: objects, notifications: rows }));
}

main(process.argv[2], process.argv[3]);
