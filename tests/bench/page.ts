import type { Browser, CDPSession, Page } from '@playwright/test';
import { median } from './load.ts';

export const SPEEDS = { cpu1x: 1, cpu4x: 4 } as const;
export type Speed = keyof typeof SPEEDS;
export type BothSpeeds<T> = Record<Speed, T>;

export async function atBothSpeeds<T>(measure: (rate: number) => Promise<T>): Promise<BothSpeeds<T>> {
  return { cpu1x: await measure(SPEEDS.cpu1x), cpu4x: await measure(SPEEDS.cpu4x) };
}

export type Spread = { median: number; p95: number; samples: number };

export const spread = (times: number[]): Spread => {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    median: median(times),
    p95: sorted[Math.floor(0.95 * (sorted.length - 1))]!,
    samples: times.length,
  };
};

export async function throttle(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** Fresh profile: no cache, no storage. */
export async function withFreshPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/**
 * From the event's time stamp to the task after the next frame, or to the next frame with an element that
 * matches the selector.
 */
export async function timeKeys(page: Page, only: { key?: string; selector?: string } = {}): Promise<void> {
  await page.evaluate(({ key, selector }) => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    const afterFrame = (done: () => void) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(undefined);
      });
    const look = (startedAt: number) =>
      afterFrame(() => {
        if (selector !== undefined && !document.querySelector(selector)) look(startedAt);
        else times.push(performance.now() - startedAt);
      });
    const pressed = (event: KeyboardEvent) => {
      if (key === undefined || event.key === key) look(event.timeStamp);
    };
    addEventListener('keydown', pressed, true);
  }, only);
}

export const keyTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes.splice(0));
