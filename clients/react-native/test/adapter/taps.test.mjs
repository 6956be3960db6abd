import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppOnPhone, faces } from './AppOnPhone.mjs';

/** Of each product: the screens of its app by route, and what a notification leads to. */
const dsober = {
  '/rides/queue': 'RideQueue', '/rides/{id}': 'RideStatus', '/admin/alerts': 'AdminAlerts', '/session/active': 'ActiveSession',
  '/events/{id}': 'EventDetail', '/dd-upgrade': 'UpgradeStatus',
};
const gss = {
  '/events/{id}': 'EventDetail', '/events/{id}/eta': 'ETADashboard', '/events/{id}/cancel': 'Cancellation', '/quests/{id}': 'Quest', '/kudos': 'Kudos',
  '/notifications': 'NotificationHistory', '/settings/notifications': 'Preferences',
};
const match = { '/matches': 'Matches', '/matches/{id}': 'Match', '/chat/{id}': 'Chat' };
const nhs = { '/announcements': 'Announcements', '/events/{id}': 'EventDetail', '/volunteer-hours': 'VolunteerHours', '/ble-attendance': 'Attendance' };
const reports = { '/reports': 'MyReports', '/reports/{id}': 'ReportDetail' };

/** Each link on each kind of phone, in each state of the app: its router gets the screen that the link names. */
async function leads(app, screens, targets) {
  for (const face of faces) {
    const made = await new AppOnPhone(app, face, { screens }).launch();
    for (const state of ['foreground', 'background', 'killed']) {
      for (const [link, name, params, entity] of targets) {
        await made.enter('background');
        await made.arrive({ link, ...(entity ? { entity } : {}) });
        await made.enter(state);
        assert.deepEqual(made.phone.shown.map(({ title }) => title), ['A title'], face.name);
        await made.press('A title');
        assert.deepEqual(made.opened, face.face === 'expo' ? [link] : [[name, params]], `${face.name}, ${state}, ${link}`);
        assert.equal(made.phone.state, 'foreground');
        assert.deepEqual(made.phone.received.errors, []);
      }
    }
    made.phone.kill();
  }
}

test('DSober: a tap opens the ride queue, the ride, the alerts, the session, the event or the upgrade status, in every state of the app', () => leads('dsober', dsober, [
  ['/rides/queue?highlight=r1', 'RideQueue', { highlight: 'r1' }, 'ride/r1'], ['/rides/r1', 'RideStatus', { id: 'r1' }, 'ride/r1'],
  ['/admin/alerts?highlight=e1', 'AdminAlerts', { highlight: 'e1' }, 'event/e1'], ['/session/active', 'ActiveSession', {}, 'session/s1'],
  ['/events/e1', 'EventDetail', { id: 'e1' }, 'event/e1'], ['/dd-upgrade?event=e1', 'UpgradeStatus', { event: 'e1' }, 'event/e1'],
]));

test('GSS: a tap opens the event, the board, the quest or the settings, in every state of the app', () => leads('gss', gss, [
  ['/events/e1', 'EventDetail', { id: 'e1' }, 'event/e1'], ['/events/e1/eta', 'ETADashboard', { id: 'e1' }], ['/quests/q1', 'Quest', { id: 'q1' }],
  ['/kudos', 'Kudos', {}], ['/settings/notifications', 'Preferences', {}],
]));

test('Match: a tap opens the matches, the match or the chat, in every state of the app', () => leads('match', match, [
  ['/matches', 'Matches', {}], ['/matches/m1', 'Match', { id: 'm1' }, 'match/m1'], ['/chat/c1', 'Chat', { id: 'c1' }, 'conversation/c1'],
]));

test('NHS: a tap opens the announcement, the event, the hours or the attendance that scans, in every state of the app', () => leads('nhs', nhs, [
  ['/announcements?highlight=a1', 'Announcements', { highlight: 'a1' }, 'announcement/a1'], ['/events/e1', 'EventDetail', { id: 'e1' }, 'event/e1'],
  ['/volunteer-hours?highlight=h1', 'VolunteerHours', { highlight: 'h1' }, 'hours-request/h1'],
  ['/ble-attendance?session=s1&autoScan=true', 'Attendance', { session: 's1', autoScan: 'true' }, 'session/s1'],
]));

test('Reports: a tap opens that report, in every state of the app', () => leads('reports', reports, [
  ['/reports/r1', 'ReportDetail', { id: 'r1' }, 'report/r1'],
]));

test('Reports: a report that is gone, or a tap without an id, opens My Reports, and nothing fails', async () => {
  for (const face of faces) {
    const isGone = ({ path }) => path === '/reports/r404';
    const made = await new AppOnPhone('reports', face, { screens: reports, isGone }).launch();
    for (const state of ['foreground', 'background', 'killed']) {
      for (const peal of [{ link: '/reports/r404', entity: 'report/r404' }, {}, { link: '/reports/' }]) {
        await made.enter('background');
        await made.arrive(peal);
        await made.enter(state);
        await made.press('A title');
        assert.deepEqual(made.opened, face.face === 'expo' ? ['/reports'] : [['MyReports', {}]], `${face.name}, ${state}, ${JSON.stringify(peal)}`);
        assert.deepEqual(made.phone.received.errors, []);
      }
    }
    made.phone.kill();
  }
});

test('a dismissal opens neither a screen nor the app', async () => {
  for (const face of faces) {
    const made = await new AppOnPhone('reports', face, { screens: reports, unreliable: 'works' }).launch();
    for (const state of ['background', 'killed']) {
      await made.enter('background');
      await made.arrive({ link: '/reports/r1' });
      await made.enter(state);
      await made.phone.swipe('A title');
      await made.phone.finished();
      assert.deepEqual([made.opened, made.phone.shown], [[], []], `${face.name}, ${state}`);
      assert.notEqual(made.phone.state, 'foreground');
    }
    made.phone.kill();
  }
});

test('in the foreground a push is a banner of the app, whose tap opens the link; the system shows nothing', async () => {
  for (const face of faces) {
    const made = await new AppOnPhone('reports', face, { screens: reports }).launch();
    await made.arrive({ link: '/reports/r1', entity: 'report/r1' });
    assert.deepEqual([made.phone.shown, made.phone.received.sounds], [[], []], face.name);
    const [banner] = made.client.foreground.banners.get();
    assert.deepEqual([banner.title, banner.body], ['A title', 'A body'], face.name);
    await made.client.foreground.tap(banner.id);
    await made.phone.settled();
    assert.deepEqual(made.opened, face.face === 'expo' ? ['/reports/r1'] : [['ReportDetail', { id: 'r1' }]], face.name);
    made.phone.kill();
  }
});
