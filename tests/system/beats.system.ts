import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beatsSource } from '../../src/engine/components/sources/beats/source.ts';
import { freePort, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { certificates } from '../../src/engine/components/testing/http-peer.ts';
import { source } from '../engine/harness/plans.ts';
import { killThreeTimes } from './engine-kills.ts';
import { tool } from './tools.ts';

const run = promisify(execFile);
const BATCHES = 20;
const BATCH_EVENTS = 200;
const COUNT = BATCHES * BATCH_EVENTS;
const CLIENT = 'github.com/elastic/go-lumber v0.1.0';

/** Elastic's client of Lumberjack 2, which Beats use. It waits for the acknowledgement of each batch, and sends it again without one. */
const PROGRAM = `package main

import (
	"crypto/tls"
	"net"
	"os"
	"strconv"
	"time"

	client "github.com/elastic/go-lumber/client/v2"
)

func main() {
	level, _ := strconv.Atoi(os.Args[2])
	dial := net.Dial
	if os.Args[3] == "tls" {
		dial = func(network, address string) (net.Conn, error) {
			return tls.Dial(network, address, &tls.Config{InsecureSkipVerify: true})
		}
	}
	batches, _ := strconv.Atoi(os.Args[4])
	var lumber *client.SyncClient
	send := func(events []interface{}) bool {
		var err error
		if lumber == nil {
			lumber, err = client.SyncDialWith(dial, "127.0.0.1:"+os.Args[1], client.CompressionLevel(level), client.Timeout(10*time.Second))
			if err != nil {
				lumber = nil
				return false
			}
		}
		sent, err := lumber.Send(events)
		if err == nil && sent == len(events) {
			return true
		}
		lumber.Close()
		lumber = nil
		return false
	}
	for batch := 0; batch < batches; batch++ {
		events := make([]interface{}, 0, ${BATCH_EVENTS})
		for n := 0; n < ${BATCH_EVENTS}; n++ {
			events = append(events, map[string]interface{}{
				"n": batch*${BATCH_EVENTS} + n, "message": "line ü", "agent": map[string]interface{}{"type": "filebeat"},
			})
		}
		for !send(events) {
			time.Sleep(50 * time.Millisecond)
		}
	}
	lumber.Close()
}
`;

let folder = '';
let program = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'beats-'));
  writeFileSync(join(folder, 'main.go'), PROGRAM);
  writeFileSync(join(folder, 'go.mod'), `module try\n\ngo 1.19\n\nrequire ${CLIENT}\n`);
  program = join(folder, 'try');
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  await run(tool('go', 'golang'), ['build', '-o', program, '.'], { cwd: folder, env });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('go-lumber, the client of Beats, as a sender that waits for acknowledgements', () => {
  const secure = { tls: true, tlsCert: certificates.server.cert, tlsKey: certificates.server.key };
  it.each<[string, string, string, Record<string, unknown>]>([
    ['compressed', '3', 'tcp', {}],
    ['not compressed', '0', 'tcp', {}],
    ['with TLS', '3', 'tls', secure],
  ])(`%s: ${COUNT} of ${COUNT} events arrive once each, in order`, async (_name, level, network, config) => {
    const probe = new SourceProbe();
    const port = await freePort();
    const running = await beatsSource.start({ port, ...config }, probe.context);
    try {
      await run(program, [String(port), level, network, String(BATCHES)]);
      const events = probe.events.map((text) => JSON.parse(text) as Record<string, unknown>);
      expect(events.map(({ n }) => n)).toEqual(Array.from({ length: COUNT }, (_, n) => n));
      expect(events[0]).toEqual({ n: 0, message: 'line ü', agent: { type: 'filebeat' } });
      expect(probe.reports).toEqual([]);
    } finally {
      await running.stop();
    }
  });

  it('none is lost when the engine is killed three times [R1]', async () => {
    const port = await freePort();
    const batches = 300;
    const found = await killThreeTimes(source('in', 'beats', { port }), (kills) =>
      Promise.all([kills, run(program, [String(port), '3', 'tcp', String(batches)])]),
    );
    const numbers = found.map((text) => (JSON.parse(text) as { n: number }).n);
    const once = new Set(numbers);
    console.info('engine killed three times:', {
      sent: batches * BATCH_EVENTS,
      repeated: numbers.length - once.size,
    });
    expect(once.size).toBe(batches * BATCH_EVENTS);
  }, 300_000);
});
