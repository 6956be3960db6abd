import type { ShownData } from './takeClick.js';
import type { Told } from './WorkerOutbox.js';
import type { WorkerContext } from './WorkerContext.js';

/** Shows what became of a reply that was made on a notification: with no page open there is no other place. */
export const showReply = ({ scope, settings, texts }: WorkerContext): Told => async (reply, answer) => {
  const text = !answer ? texts.queued : answer.status < 400 ? answer.confirmation : texts.refused;
  if (reply.isQuiet || !text) return;
  const data: ShownData = {
    peal: { id: reply.notification, link: answer?.link || reply.link, entity: reply.entity, actions: [] }, title: text, isReply: true
  };
  await scope.registration.showNotification(text, {
    tag: `peal-reply ${reply.notification}`, silent: true, icon: reply.icon, lang: settings?.locale, data
  });
};
