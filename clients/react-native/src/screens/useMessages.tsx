import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { announce } from './announce.js';
import { Snack } from './Snack.js';
import { useUI } from './PealUI.js';

const MESSAGE_TIME = 6_000;

export interface MessageAction {
  readonly title: string;
  readonly run: () => void;
}

export interface Messages {
  /** Shows a text for some seconds and has it read out. */
  readonly say: (text: string, action?: MessageAction) => void;
  /** Does what the user asked for, and says so when it failed. */
  readonly run: (work: Promise<unknown> | undefined) => void;
  /** The text, for the end of the screen. */
  readonly message: ReactElement | null;
}

/** What a screen tells of what the user did. */
export function useMessages(): Messages {
  const { explain } = useUI();
  const [shown, setShown] = useState<{ readonly text: string; readonly action?: MessageAction } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = useCallback(() => {
    clearTimeout(timer.current);
    setShown(null);
  }, []);
  const say = useCallback((text: string, action?: MessageAction) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(end, MESSAGE_TIME);
    setShown({ text, action });
    announce(text);
  }, [end]);
  const run = useCallback((work: Promise<unknown> | undefined) => {
    work?.catch((error: unknown) => say(explain(error)));
  }, [say, explain]);
  const act = (action: MessageAction) => () => {
    end();
    action.run();
  };
  const message = shown && <Snack text={shown.text} action={shown.action && { title: shown.action.title, run: act(shown.action) }} />;
  return { say, run, message };
}
