import type { ReactElement } from 'react';
import type { EtaBoardView, InboxView } from '../../src/core/PealClient.js';
import { PealBell, PealHostBoard, PealInbox, PealProvider, PealQuickReply, useEtaBoard, useInbox } from '../../src/react/index.js';

/** Compiled, never run: what a team may write, and what it may not. */
export function Page(): ReactElement {
  const inbox: InboxView = useInbox();
  const board: EtaBoardView = useEtaBoard('e1');
  return (
    <PealProvider client={null}>
      <PealInbox groupBy="type" className="wide" lang="de" onPealOpen={({ detail }) => void detail.link.length} onClick={() => undefined} />
      <PealQuickReply notification="ntf_1" onPealReply={({ detail }) => void detail.confirmation} theme="dark" />
      {/* @ts-expect-error: a way to group that there is not */}
      <PealInbox groupBy="colour" />
      {/* @ts-expect-error: the board of which event? */}
      <PealHostBoard />
      {/* @ts-expect-error: an event that the element does not send */}
      <PealBell onPealClose={() => undefined} />
      {/* @ts-expect-error: the detail has no such member */}
      <PealInbox onPealOpen={({ detail }) => void detail.href} />
      {inbox.items.length} {board.status}
    </PealProvider>
  );
}
