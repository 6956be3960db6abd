// What an app's backend and its client do first, with the generated client.
import { Configuration, DevicesApi, InboxApi, Platform, Provider, TriggersApi } from './client';

declare const process: { argv: string[] };

async function main(url: string, secretKey: string, jwt: string) {
    const backend = new Configuration({ basePath: url, accessToken: secretKey });
    const anna = new Configuration({ basePath: url, accessToken: jwt });

    const device = await new DevicesApi(anna).registerDevice({
        userId: 'me',
        deviceInput: { provider: Provider.Fcm, platform: Platform.Android, token: 'c'.repeat(22) + ':APA91b' + 'd'.repeat(134) },
    });
    const answer = await new TriggersApi(backend).submitTrigger({
        trigger: { type: 'note', entity: 'thing/t1', to: { users: ['anna'] }, data: { title: 'Lamp', text: 'It is on.' } },
    });
    const id = answer.id;
    for (let attempt = 0; attempt < 150; attempt++) {
        const page = await new InboxApi(anna).inbox({ limit: 10 });
        const row = page.items.find(item => item.trigger === id);
        if (row) {
            console.log(JSON.stringify({ device: device.id, trigger: id, title: row.title, unread: page.unreadCount }));
            return;
        }
        await new Promise(done => setTimeout(done, 100));
    }
    throw new Error('the notification did not arrive');
}

main(process.argv[2], process.argv[3], process.argv[4]);
