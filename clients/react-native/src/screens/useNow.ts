import { useEffect, useState } from 'react';
import type { PealClient } from 'peal-core';

const MINUTE = 60_000;

/** The time, once a minute: "5 min. ago" grows older while a screen is shown. */
export function useNow(peal: PealClient): number {
  const [now, setNow] = useState(() => peal.now());
  useEffect(() => {
    setNow(peal.now());
    const timer = setInterval(() => setNow(peal.now()), MINUTE);
    return () => clearInterval(timer);
  }, [peal]);
  return now;
}
