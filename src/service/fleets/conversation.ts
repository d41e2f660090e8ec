import { randomBytes } from 'node:crypto';
import { OPAMP_LOGS_PATH, OPAMP_METRICS_PATH } from '../../contract/limits.ts';
import { createAllowance } from '../allowance.ts';
import type { Clock } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { FleetAgentRow, FleetTokenRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { createReturnTimes } from './admission.ts';
import type { Batch } from './batch.ts';
import { hashContent, openText } from './content.ts';
import { makeCredentialOffer } from './credentials.ts';
import {
  FLAG_COMPONENTS,
  FLAG_FULL_STATE,
  type ServerMessage,
  type SettingsOffer,
} from './opamp/messages.ts';
import type { AgentReport } from './opamp/report.ts';
import { EXPIRES_MS, type Presence, type Speaker } from './presence.ts';
import { findChanges, findTarget, toNewAgent } from './record.ts';
import { acceptsConfiguration, reportsLogs, reportsMetrics } from './status.ts';
import type { AgentTaps } from './taps.ts';
import type { AgentLogs } from './telemetry/agent-logs.ts';
import { makeAgentCredential } from './telemetry/credentials.ts';
import { isTokenExpired, isTokenUsedUp } from './tokens.ts';

export const AGENTS_PER_FLEET = 20_000;
/** Keeps a stolen token from filling the disk at once. */
const ENROLLED_PER_MINUTE = 6000;
/** Limits full-state requests to polling agents, so that a restart is no storm. */
const FULL_STATES_PER_MINUTE = 6000;
const FULL_STATES_AT_ONCE = 200;
/** Per agent: bursts at a change, then heartbeats. */
const MESSAGES_PER_MINUTE = 120;

const OF_ANOTHER =
  'This credential is that of another agent; start this one with an enrollment token of its fleet';

type ConversationTools = Batch & {
  store: Store;
  sealer: Sealer;
  ids: IdSource;
  clock: Clock;
  steady: Clock;
  log: Log;
  presence: Presence;
  logs: Pick<AgentLogs, 'read'>;
  taps: AgentTaps;
  serviceId: string;
  /** An agent reported something a rollout may wait for. */
  onChanged: () => void;
};

type Heard = { answer: ServerMessage; agentId?: string };

/** UUIDv7 ([RFC 9562](https://datatracker.ietf.org/doc/html/rfc9562)), as agents make them. */
function makeUid(now: number): Uint8Array {
  const uid = randomBytes(16);
  uid.writeUIntBE(now, 0, 6);
  uid[6] = 0x70 | ((uid[6] ?? 0) & 0x0f);
  uid[8] = 0x80 | ((uid[8] ?? 0) & 0x3f);
  return uid;
}

export function createConversation(tools: ConversationTools) {
  const { store, sealer, ids, clock, log, presence, taps } = tools;
  const enrollments = createAllowance(ENROLLED_PER_MINUTE, tools.steady);
  const enrollLater = createReturnTimes(ENROLLED_PER_MINUTE / 60, tools.steady);
  const fullStates = createAllowance(FULL_STATES_PER_MINUTE, tools.steady, FULL_STATES_AT_ONCE);
  const messages = createAllowance(MESSAGES_PER_MINUTE, tools.steady);

  /** The latest offered content, cached since many agents get the same. */
  let opened: { content: string; hash: string } | undefined;

  const refuse = (report: AgentReport, message: string, retryAfterSeconds?: number): Heard => ({
    answer: {
      instanceUid: Buffer.from(report.instanceUid, 'hex'),
      error: { message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
    },
  });

  const askForAll = (): bigint => (fullStates.take('all') > 0 ? 0n : FLAG_FULL_STATE);

  const enroll = async (report: AgentReport, token: FleetTokenRow): Promise<FleetAgentRow | Heard> => {
    const now = clock();
    if (isTokenExpired(token, now))
      return refuse(report, 'This enrollment token has expired, so it enrolls no more agents');
    if (enrollments.take(token.id) > 0)
      return refuse(report, 'Too many agents enroll at once; try again later', enrollLater());
    return tools.inBatch(async (tx) => {
      const fleet = await tx.fleets.find(token.fleet_id);
      if (!fleet) return refuse(report, 'The fleet of this enrollment token was deleted');
      const known = await tx.fleetAgents.findByUid(fleet.id, report.instanceUid);
      if (known) return known;
      if ((await tx.fleetAgents.count(fleet.id)) >= AGENTS_PER_FLEET)
        return refuse(report, `This fleet has ${AGENTS_PER_FLEET} agents already; create another one`, 3600);
      // As stored now: others may have used it since this one connected.
      const current = await tx.fleetTokens.find(token.id);
      if (!current || isTokenUsedUp(current))
        return refuse(report, 'This enrollment token has enrolled as many agents as it may');
      await tx.fleetTokens.countUse(token.id);
      const target = await findTarget(tx, fleet);
      const row = toNewAgent({ report, fleet, target, sealer, token, id: ids('fleet'), now });
      await tx.fleetAgents.insert(row);
      await tx.fleetAgents.addEvent(row.id, now, 'ENROLLED', `Enrolled in the fleet '${fleet.name}'`);
      log.info({ fleetId: fleet.id, agentId: row.id, host: row.host }, 'an agent enrolled');
      return row;
    });
  };

  const offerTo = async (tx: Pick<Repositories, 'fleetConfigurations'>, row: FleetAgentRow) => {
    const { target_hash: hash, configuration_id: id, configuration_version: version } = row;
    if (hash === '' || !acceptsConfiguration(row)) return undefined;
    const tap = taps.of(row);
    const wanted = tap?.hash ?? hash;
    if ((taps.runs(row.id) ?? row.config_hash) === wanted) return undefined;
    if (!presence.takeOffer({ ...row, target_hash: wanted })) return undefined;
    if (tap) return { content: tap.content, hash: wanted };
    if (opened?.hash !== hash) {
      const found = await tx.fleetConfigurations.findVersion(id, version);
      opened = found && { content: openText(sealer, found.content), hash };
    }
    return opened;
  };

  /** Repeated only for an agent that may have lost them. */
  const offerSettings = (row: FleetAgentRow, speaker: Speaker): SettingsOffer | undefined => {
    const offer = (path: string) => ({
      endpoint: `${speaker.origin}${path}`,
      credential: makeAgentCredential(sealer, row),
    });
    const own = makeCredentialOffer(sealer, row, speaker);
    const offers = {
      ...(reportsMetrics(row) ? { metrics: offer(OPAMP_METRICS_PATH) } : {}),
      ...(reportsLogs(row) ? { logs: offer(OPAMP_LOGS_PATH) } : {}),
      ...(own ? { own } : {}),
    };
    if (Object.keys(offers).length === 0) return undefined;
    const hash = hashContent(JSON.stringify(offers));
    return presence.takeSettings(row.id, hash) ? { ...offers, hash } : undefined;
  };

  /** A supervisor only reports that its Collector exited. */
  const tellWhy = (row: FleetAgentRow, report: AgentReport): AgentReport => {
    const { config } = report;
    if (config?.state !== 'FAILED' || config.hash !== row.target_hash) return report;
    const last = tools.logs
      .read(row.id, row.own_log)
      .findLast(({ kind, at }) => kind === 'LOGGED_ERROR' && at >= row.target_at);
    if (!last) return report;
    const problem = `${config.problem || 'It gives no reason'}; it logged: ${last.text}`;
    return { ...report, config: { ...config, problem } };
  };

  /** Two machines with one id: the second gets a new one. */
  const isOfAnother = (row: FleetAgentRow, report: AgentReport, speaker: Speaker): boolean => {
    const host = report.attributes?.['host.name'];
    const isElsewhere = host !== undefined && row.host !== '' && host !== row.host;
    const current = presence.connectionOf(row.id);
    // Beside an open socket, only the agent's own credential is trusted.
    if (current && !speaker.connection && !speaker.own) return true;
    if (isElsewhere && presence.isConnected(row) && (!current || current !== speaker.connection)) return true;
    return speaker.connection !== undefined && !presence.attach(row.id, speaker.connection);
  };

  return {
    /** Sends a changed configuration to a connected agent at once. */
    async offer(row: FleetAgentRow): Promise<ServerMessage | undefined> {
      const offer = await offerTo(store, row);
      return offer && { instanceUid: Buffer.from(row.instance_uid, 'hex'), offer };
    },

    /** @returns seconds to wait, or 0 */
    wait: (who: string): number => messages.take(who),

    async receive(said: AgentReport, speaker: Speaker): Promise<Heard> {
      const now = clock();
      let report = said;
      const instanceUid = Buffer.from(report.instanceUid, 'hex');
      const { own } = speaker;
      if (own && report.asksForUid) return refuse(report, OF_ANOTHER);
      if (report.asksForUid) return { answer: { instanceUid, newInstanceUid: makeUid(now) } };
      let row = own
        ? await store.fleetAgents.find(own.agentId)
        : await store.fleetAgents.findByUid(speaker.fleetId, report.instanceUid);
      // A credential is valid for its own agent only.
      if (own && row?.instance_uid !== report.instanceUid) return refuse(report, OF_ANOTHER);
      if (!row) {
        // Enrolled once it identifies itself.
        if (!report.attributes) return { answer: { instanceUid, flags: askForAll() } };
        if (!speaker.token) return refuse(report, OF_ANOTHER);
        const made = await enroll(report, speaker.token);
        if ('answer' in made) return made;
        row = made;
      }
      if (isOfAnother(row, report, speaker)) {
        log.warn({ agentId: row.id }, 'two agents have one instance id; one gets another');
        if (own) return refuse(report, OF_ANOTHER);
        return { answer: { instanceUid, newInstanceUid: makeUid(now) } };
      }
      const wasAway = now - presence.lastSeen(row) >= EXPIRES_MS;
      const follows = presence.heard(row.id, report.sequence, row.fleet_id, speaker.origin);
      const state = report.config?.state;
      if (state === 'APPLIED' || state === 'FAILED') presence.settled(row.id);
      report = taps.hear(row.id, report);
      const { changed, events } = findChanges({
        row,
        report: tellWhy(row, report),
        sealer,
        speaker,
        serviceId: tools.serviceId,
        wasAway,
        now,
      });
      if (Object.keys(changed).length > 0 || events.length > 0) {
        const { id } = row;
        const hasEnded = presence.storing(id);
        await tools
          .changeInBatch({ id, at: now, changed: { ...changed, last_seen_at: now }, events })
          .finally(hasEnded);
        row = { ...row, ...changed };
        tools.onChanged();
      }
      // Sent once, or each message would restart it.
      if (row.restart_at !== 0 && (await store.fleetAgents.takeRestart(row.id))) {
        presence.restarting(row.id);
        return { answer: { instanceUid, restart: true }, agentId: row.id };
      }
      const lacksComponents =
        report.componentsHash !== undefined &&
        report.components === undefined &&
        report.componentsHash !== row.components_hash;
      const isWhole = follows || report.attributes !== undefined;
      const asked = isWhole ? 0n : askForAll();
      if (!isWhole && asked === 0n) presence.unfollow(row.id);
      const flags = asked | (lacksComponents ? FLAG_COMPONENTS : 0n);
      const offer = report.isLeaving ? undefined : await offerTo(store, row);
      const settings = report.isLeaving ? undefined : offerSettings(row, speaker);
      return {
        answer: {
          instanceUid,
          flags,
          ...(report.saysCustom ? { refusesCustom: true } : {}),
          ...(offer ? { offer } : {}),
          ...(settings ? { settings } : {}),
        },
        agentId: row.id,
      };
    },
  };
}
