import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { CallId } from '../../../src/contract/calls/index.ts';
import type { AlertEvent, AlertRule } from '../../../src/contract/entities/alert.ts';
import { createEmbeddedEngine, createSiteFolders } from '../../../src/engine/port.ts';
import { createService } from '../../../src/service/service.ts';
import { startHttpReceiver, startMailServer } from '../../api/support/alert-receivers.ts';
import { type CallParts, toRequest } from '../../api/support/service.ts';
import { openMemoryStore } from '../../harness/memory-store.ts';
import { createShiftedClock, shiftEngine } from './shifted-engine.ts';

const HALF_MINUTE_MS = 30_000;
/** Just past the moment at which the minute before is judged. */
const SETTLED_MS = 6000;

/**
 * A real service with a real engine process, a mail server and a web server that take its messages. Only the passing
 * of minutes is made: the clock is set ahead, and meanwhile the engine's newest report stands.
 * @param disk holds the files of the service
 */
export async function startAlertWorld(folder: string, disk: string) {
  const time = createShiftedClock();
  const store = await openMemoryStore();
  mkdirSync(join(disk, 'files'), { recursive: true });
  let shifted: ReturnType<typeof shiftEngine> | undefined;
  const service = await createService({
    store,
    makeEngine: (siteId) => {
      shifted = shiftEngine(createEmbeddedEngine({ dataFolder: folder, siteId }), time.toShown);
      return shifted.port;
    },
    siteFolders: createSiteFolders(folder),
    key: Buffer.alloc(32, 7),
    clock: time.now,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    // No rule is judged by itself.
    flags: [],
    version: '0.1.0',
    listenHost: '127.0.0.1',
    ownPorts: [4600],
    outputFolder: folder,
    filesFolder: join(disk, 'files'),
    checkResponses: true,
  });
  await service.start();
  const [site] = await store.sites.list();
  const siteId = site?.id ?? '';
  const mail = await startMailServer();
  const hook = await startHttpReceiver();

  /** The answer of a call that succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  const call = async (id: CallId, parts: CallParts = {}): Promise<any> => {
    const { path, init } = toRequest(id, parts);
    const response = await service.app.request(`http://127.0.0.1:4600${path}`, init);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${id} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const makeChannel = async (name: string, type: string, config: object): Promise<string> =>
    (await call('createAlertChannel', { body: { alertChannel: { name, type, config } } })).id;
  const channelIds = [
    await makeChannel('mail', 'EMAIL', {
      to: ['night@example.com'],
      from: 'penstock@example.com',
      host: '127.0.0.1',
      port: mail.port,
      security: 'none',
    }),
    await makeChannel('hook', 'WEBHOOK', { url: hook.url }),
  ];
  const { alerts } = service.services;
  const step = async (by: number, hasReport: boolean) => {
    time.advance(by);
    if (hasReport) shifted?.repeat();
    await alerts.turn();
  };
  /** @param hasReport false while the engine says nothing */
  const pass = async (minutes: number, hasReport = true): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      await step(HALF_MINUTE_MS, hasReport);
      await step(HALF_MINUTE_MS, hasReport);
    }
  };
  const listRules = async (): Promise<AlertRule[]> =>
    (await call('listAlertRules', { query: { siteIds: siteId } })).alertRules;
  const changeRule = (alertRule: object) => call('updateAlertRule', { body: { alertRule } });
  const listEvents = async (ruleId: string): Promise<AlertEvent[]> =>
    (await call('listAlertEvents', { query: { siteIds: siteId, ruleIds: ruleId } })).events;

  await alerts.turn();
  for (const { id } of await listRules()) await changeRule({ id, enabled: false, channelIds });

  return {
    time,
    call,
    siteId,
    service,
    store,
    pass,
    listRules,
    /** Sets the clock to just past the next begin of such a period. */
    goToNext: async (ms: number) => {
      const now = time.now();
      await step(Math.ceil(now / ms) * ms - now + SETTLED_MS, true);
    },
    /**
     * Watches one ready-made rule, and no other.
     * @returns what has reached people about it
     */
    watch: async (readyMade: string) => {
      const rules = await listRules();
      const rule = rules.find((one) => one.readyMade === readyMade);
      if (!rule) throw new Error(`no rule ${readyMade}`);
      for (const { id, enabled } of rules) if (enabled) await changeRule({ id, enabled: false });
      await changeRule({ id: rule.id, enabled: true });
      await call('acknowledgeAlertEvents', { body: { siteId, acknowledgeAll: true } });
      mail.mails.length = 0;
      hook.received.length = 0;
      const read = async () => ({
        list: (await listEvents(rule.id)).slice(0, 1).map(({ state }) => state),
        badge: (await call('countAlertEvents', { query: { siteId } })).alertEventCount,
        mails: mail.mails.map(({ text }) => /^Subject: (\[.*?\])/m.exec(text)?.[1]),
        hooks: hook.received.map(({ json }) => `${json.event} ${json.rule.name}`),
      });
      /** @returns after how many minutes */
      const passUntil = async (state: string, most: number, hasReport = true): Promise<number> => {
        for (let minute = 1; minute <= most; minute++) {
          await pass(1, hasReport);
          if ((await listEvents(rule.id))[0]?.state !== state) continue;
          await alerts.deliver();
          return minute;
        }
        throw new Error(`'${rule.name}' is not ${state} after ${most} minutes`);
      };
      const severity = `[${rule.severity.charAt(0)}${rule.severity.slice(1).toLowerCase()}]`;
      return {
        rule,
        /** It fires, and people are told by list, badge, mail and webhook. */
        fires: async (most: number, hasReport = true): Promise<number> => {
          const minutes = await passUntil('FIRING', most, hasReport);
          expect(await read()).toEqual({
            list: ['FIRING'],
            badge: '1',
            mails: [severity],
            hooks: [`firing ${rule.name}`],
          });
          return minutes;
        },
        /** It clears, and the same are told; the badge goes once somebody has seen it. */
        resolves: async (most: number): Promise<number> => {
          const minutes = await passUntil('RESOLVED', most);
          expect(await read()).toEqual({
            list: ['RESOLVED'],
            badge: '1',
            mails: [severity, '[Resolved]'],
            hooks: [`firing ${rule.name}`, `resolved ${rule.name}`],
          });
          await call('acknowledgeAlertEvents', { body: { siteId, acknowledgeAll: true } });
          expect((await read()).badge).toBe('0');
          return minutes;
        },
        newest: async () => (await listEvents(rule.id))[0],
      };
    },
    stop: async () => {
      await service.stop();
      await mail.stop();
      await hook.stop();
    },
  };
}

export type AlertWorld = Awaited<ReturnType<typeof startAlertWorld>>;
