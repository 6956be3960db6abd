import { useState, type ReactElement } from 'react';
import type { PealClient } from 'peal-core';
import { useStore } from 'peal-core/hooks';
import { Label } from './Label.js';
import { useUI } from './PealUI.js';
import { Sheet } from './Sheet.js';
import { useMessages } from './useMessages.js';
import { withPeal } from './withPeal.js';

/**
 * Explains what notifications are for before the system asks, when the catalog's strategy says so (R025). Shows nothing while that is
 * not due. One for an app, at its root.
 */
export const PermissionSheet = withPeal<object>(Prompt, 'PermissionSheet');

function Prompt({ peal }: { readonly peal: PealClient }): ReactElement | null {
  const { components: { Button }, t } = useUI();
  const { run, message } = useMessages();
  const { prompt } = useStore(peal.permission.view);
  /** The explanation under which the system asks: it stays until the answer is there. */
  const [asking, setAsking] = useState<string | null>(null);
  const [wasDenied, setDenied] = useState(false);
  const text = asking ?? (prompt && (prompt.text ?? t('permission.prompt')));

  const ask = (): void => {
    setAsking(text);
    run(peal.permission.ask().then((state) => setDenied(state === 'denied')).finally(() => setAsking(null)));
  };
  if (text) {
    return (
      <Sheet
        title={t('permission.title')}
        onClose={() => peal.permission.dismiss()}
        foot={<>
          <Button kind="primary" isWide title={t('permission.allow')} disabled={asking !== null} onPress={ask} />
          <Button kind="quiet" isWide title={t('permission.later')} disabled={asking !== null} onPress={() => peal.permission.dismiss()} />
        </>}
      >
        <Label soft>{text}</Label>
      </Sheet>
    );
  }
  if (!wasDenied) return message;
  const end = (): void => setDenied(false);
  return (
    <Sheet title={t('permission.blocked')} onClose={end} foot={<Button isWide title={t('close')} onPress={end} />}>
      <Label soft>{t('permission.fallback')}</Label>
    </Sheet>
  );
}
