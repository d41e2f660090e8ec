import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fluentSource } from '../../src/engine/components/sources/fluent/source.ts';
import { freePort, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { certificates } from '../../src/engine/components/testing/http-peer.ts';
import { source } from '../engine/harness/plans.ts';
import { killThreeTimes } from './engine-kills.ts';
import { tool } from './tools.ts';

const run = promisify(execFile);
const COUNT = 1000;
const CLIENT = 'github.com/fluent/fluent-logger-golang v1.9.0';

/** Sends each event with a chunk of its own, waits for its acknowledgement, and sends it again without one. */
const PROGRAM = `package main

import (
	"os"
	"strconv"
	"time"

	"github.com/fluent/fluent-logger-golang/fluent"
)

func main() {
	port, _ := strconv.Atoi(os.Args[1])
	count, _ := strconv.Atoi(os.Args[2])
	logger, err := fluent.New(fluent.Config{
		FluentPort: port, FluentHost: "127.0.0.1", FluentNetwork: os.Args[3],
		RequestAck: true, SubSecondPrecision: true, TlsInsecureSkipVerify: true,
		MaxRetry: 1, RetryWait: 50,
	})
	if err != nil {
		panic(err)
	}
	for n := 0; n < count; n++ {
		record := map[string]interface{}{"n": n, "text": "line ü", "nested": map[string]interface{}{"a": []int{1, 2}}}
		for logger.Post("app.web", record) != nil {
			time.Sleep(50 * time.Millisecond)
		}
	}
	logger.Close()
}
`;

let folder = '';
let program = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fluent-'));
  writeFileSync(join(folder, 'main.go'), PROGRAM);
  writeFileSync(join(folder, 'go.mod'), `module try\n\ngo 1.19\n\nrequire ${CLIENT}\n`);
  program = join(folder, 'try');
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  await run(tool('go', 'golang'), ['build', '-o', program, '.'], { cwd: folder, env });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('fluent-logger-golang as a sender that waits for acknowledgements', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['in clear', 'tcp', {}],
    ['with TLS', 'tls', { tls: true, tlsCert: certificates.server.cert, tlsKey: certificates.server.key }],
  ])(`%s: ${COUNT} of ${COUNT} events arrive once each, in order`, async (_name, network, config) => {
    const probe = new SourceProbe();
    const port = await freePort();
    const running = await fluentSource.start({ port, ...config }, probe.context);
    try {
      await run(program, [String(port), String(COUNT), network]);
      const events = probe.events.map((text) => JSON.parse(text) as Record<string, unknown>);
      expect(events.map(({ n }) => n)).toEqual(Array.from({ length: COUNT }, (_, n) => n));
      expect(events[0]).toEqual({
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
        tag: 'app.web',
        n: 0,
        text: 'line ü',
        nested: { a: [1, 2] },
      });
      expect(probe.reports).toEqual([]);
    } finally {
      await running.stop();
    }
  });

  it('none is lost when the engine is killed three times [R1]', async () => {
    const port = await freePort();
    const count = 5000;
    const found = await killThreeTimes(source('in', 'fluent', { port }), (kills) =>
      Promise.all([kills, run(program, [String(port), String(count), 'tcp'])]),
    );
    const numbers = found.map((text) => (JSON.parse(text) as { n: number }).n);
    const once = new Set(numbers);
    console.info('engine killed three times:', { sent: count, repeated: numbers.length - once.size });
    expect(once.size).toBe(count);
  }, 300_000);
});
