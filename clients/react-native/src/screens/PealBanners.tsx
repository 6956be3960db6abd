import { useEffect, useRef, type ReactElement } from 'react';
import { View } from 'react-native';
import type { Banner, PealClient, ReplyResult } from 'peal-core';
import { useStore } from 'peal-core/hooks';
import { replyText } from 'peal-core/words';
import { announce } from './announce.js';
import { BannerCard } from './banners/BannerCard.js';
import { FullScreenBanner } from './banners/FullScreenBanner.js';
import { useUI } from './PealUI.js';
import { useMessages } from './useMessages.js';
import { withPeal } from './withPeal.js';

export interface PealBannersProps {
  /** The link of the screen that is shown: what leads there needs no banner. */
  readonly currentLink?: string;
  /** The height of the status bar, from the app's safe area. */
  readonly top?: number;
}

const BANNER_TIME = 8_000;
const MOST = 3;

/** Notifications while the app is open (R130, R133). One for an app, at its root and after everything else. */
export const PealBanners = withPeal<PealBannersProps>(Banners, 'PealBanners');

function Banners({ peal, currentLink, top = 0 }: PealBannersProps & { readonly peal: PealClient }): ReactElement | null {
  const { theme: { space }, t, explain } = useUI();
  const { say, run, message } = useMessages();
  const { foreground } = peal;
  const shown = useStore(foreground.banners).filter((one) => one.actions || one.link !== currentLink);
  const full = shown.find((one) => one.presentation === 'full-screen');
  const banners = shown.filter((one) => one !== full).slice(-MOST);
  useAnnounced(shown);
  useLeaving(peal, banners);

  /** The reply is given: its confirmation takes the notification's place. A refused one stays, with the reason. */
  const replied = (one: Banner) => (result: ReplyResult): void => {
    if (result.status === 'refused' && foreground.banners.get().includes(one)) return;
    foreground.hide(one.id);
    say(replyText(result, t, explain));
  };
  const on = (one: Banner) => ({
    open: () => run(foreground.tap(one.id)),
    close: () => run(foreground.dismiss(one.id)),
    replied: replied(one),
  });
  if (!shown.length) return message;
  return (
    <>
      <View
        pointerEvents="box-none"
        style={{
          position: 'absolute', top, left: 0, right: 0, alignItems: 'center', gap: space.s, padding: space.s, zIndex: 1000,
        }}
      >
        {banners.map((one) => <BannerCard key={one.id} peal={peal} one={one} {...on(one)} />)}
      </View>
      {message}
      {full ? <FullScreenBanner key={full.id} peal={peal} one={full} {...on(full)} /> : null}
    </>
  );
}

/** Has new ones read out. */
function useAnnounced(shown: readonly Banner[]): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const fresh = shown.filter(({ id }) => !known.current.has(id));
    known.current = new Set(shown.map(({ id }) => id));
    const last = fresh[fresh.length - 1];
    if (last) announce([last.title, last.body].filter(Boolean).join('. '));
  });
}

/** A banner leaves the screen by itself; that is no dismissal (R127). What is critical or asks stays. */
function useLeaving({ foreground }: PealClient, banners: readonly Banner[]): void {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>()).current;
  useEffect(() => {
    for (const { id, priority, actions } of banners) {
      if (priority === 'critical' || actions || timers.has(id)) continue;
      timers.set(id, setTimeout(() => {
        timers.delete(id);
        foreground.hide(id);
      }, BANNER_TIME));
    }
  });
  useEffect(() => () => {
    timers.forEach((timer) => clearTimeout(timer));
    timers.clear();
  }, [foreground, timers]);
}
