import { describe, expect, it } from 'vitest';
import { compileGrok } from '../../../patterns/grok.ts';
import { SourceProbe, until } from '../../testing/contexts.ts';
import { readMessage } from '../syslog/read-message.ts';
import { lineMaker } from './lines.ts';
import { generatorSchema } from './schema.ts';
import { generatorSource } from './source.ts';

const readSequence = (text: string): number => (JSON.parse(text) as { sequence: number }).sequence;

async function generate(probe: SourceProbe, config: Record<string, unknown>, count: number): Promise<void> {
  const running = await generatorSource.start(config, probe.context);
  await until(() => expect(probe.events.length).toBeGreaterThanOrEqual(count));
  await running.stop();
}

describe('generator', () => {
  it('makes the same events for the same seed, timestamps apart', () => {
    for (const format of generatorSchema.shape.format.unwrap().options) {
      const lines = (seed: number, from: number) =>
        Array.from({ length: 50 }, (_, n) => lineMaker(format, seed)(from + n, 1_700_000_000_000));
      expect(lines(1, 0)).toEqual(lines(1, 0));
      expect(lines(1, 0)).not.toEqual(lines(2, 0));
      expect(new Set([...lines(1, 0), ...lines(1, 2 ** 33)]).size).toBe(100);
    }
  });

  it('makes lines that the parsers read', () => {
    const access = compileGrok('%{COMBINEDAPACHELOG}');
    const levels = new Set<string>();
    let healthChecks = 0;
    for (let n = 0; n < 1000; n++) {
      expect(access.match(lineMaker('access_log', 1)(n, Date.now()))).not.toBeNull();
      const message = readMessage(lineMaker('syslog', 1)(n, Date.now()), {
        format: 'rfc5424',
        timezone: 'UTC',
        now: 0,
      });
      expect(message.structured_data).toEqual({ meta: { sequence: String(n) } });
      const event = JSON.parse(lineMaker('json', 1)(n, Date.now())) as {
        level: string;
        http: { path: string };
      };
      levels.add(event.level);
      if (event.http.path === '/healthz') healthChecks++;
    }
    expect([...levels].sort()).toEqual(['debug', 'error', 'info', 'warn']);
    expect(healthChecks).toBeGreaterThan(50);
  });

  it('makes plausible lines of each kind: objects, syslog, findable words', () => {
    const lines = (format: Parameters<typeof lineMaker>[0]) =>
      Array.from({ length: 500 }, (_, n) => lineMaker(format, 3)(n, Date.UTC(2026, 0, 2, 3, 4, 5)));
    const shares = (format: Parameters<typeof lineMaker>[0], text: string) =>
      lines(format).filter((line) => line.includes(text)).length / 500;
    for (const format of ['nginx_json', 'kubernetes', 'cloud_audit'] as const)
      for (const line of lines(format)) expect(JSON.parse(line)).toBeTypeOf('object');
    for (const line of lines('sshd')) {
      const message = readMessage(line, { format: 'rfc3164', timezone: 'UTC', now: Date.UTC(2026, 0, 3) });
      expect(message).toMatchObject({ appname: 'sshd', timestamp: '2026-01-02T03:04:05.000Z' });
    }
    for (const line of lines('firewall')) expect(line).toMatch(/\] \[UFW (BLOCK|ALLOW)\] IN=eth0 .* DPT=\d+/);
    expect(shares('sshd', 'Failed password')).toBeGreaterThan(0.3);
    expect(shares('firewall', 'BLOCK')).toBeGreaterThan(0.1);
    expect(shares('kubernetes', 'kube-probe')).toBeGreaterThan(0.3);
    expect(shares('cloud_audit', '"readOnly":true')).toBeGreaterThan(0.3);
    expect(shares('cloud_audit', 'AccessDenied')).toBeGreaterThan(0.02);
    expect(shares('json', '"level":"debug"')).toBeGreaterThan(0.15);
  });

  it('stops after its count, and a restart makes none of them again', async () => {
    const probe = new SourceProbe();
    const config = { eventsPerSecond: 10_000, count: 500 };
    await generate(probe, config, 500);
    const again = await generatorSource.start(config, probe.context);
    await again.stop();
    expect(probe.events.map(readSequence)).toEqual(Array.from({ length: 500 }, (_, n) => n));
    expect(probe.intake.payloadBytes).toBe(probe.events.join('').length);
  });

  it('goes on after a restart with what was not acknowledged', async () => {
    const probe = new SourceProbe();
    probe.answer = async () => (probe.events.length < 100 ? 'accepted' : new Promise(() => {}));
    await generate(probe, { eventsPerSecond: 1000 }, 100);
    const last = readSequence(probe.events.at(-1)!);
    probe.answer = async () => 'accepted';
    await generate(probe, { eventsPerSecond: 1000 }, probe.events.length + 10);
    expect(probe.events.map(readSequence)).toEqual(probe.events.map((_, n) => n));
    expect(last).toBeLessThan(probe.events.length);
  });

  it('keeps its rate', async () => {
    const probe = new SourceProbe();
    const began = performance.now();
    await generate(probe, { eventsPerSecond: 20_000 }, 10_000);
    const seconds = (performance.now() - began) / 1000;
    expect(probe.events.length / seconds).toBeLessThan(24_000);
    expect(seconds).toBeLessThan(3);
  });

  it('makes events again that nobody took', async () => {
    const probe = new SourceProbe();
    let refusals = 2;
    probe.answer = async () => (refusals-- > 0 ? 'unavailable' : 'accepted');
    await generate(probe, { eventsPerSecond: 1000, count: 50 }, 50);
    expect(probe.events.map(readSequence)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });
});
