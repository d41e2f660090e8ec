import { create, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { type GenMessage, messageDesc } from '@bufbuild/protobuf/codegenv2';
import { opampFile } from './descriptor.ts';

/**
 * The part of OpAMP that Penstock speaks; fields that it does not read are skipped.
 * https://opentelemetry.io/docs/specs/opamp/
 */
export type AnyValue = {
  value:
    | { case: 'stringValue'; value: string }
    | { case: 'boolValue'; value: boolean }
    | { case: 'intValue'; value: bigint }
    | { case: 'doubleValue'; value: number }
    | { case: string; value: unknown }
    | { case: undefined };
};
export type KeyValue = { key: string; value?: AnyValue };
export type HealthMessage = {
  healthy: boolean;
  lastError: string;
  status: string;
  componentHealthMap: Record<string, HealthMessage>;
};
type PackageMessage = {
  agentHasVersion: string;
  serverOfferedVersion: string;
  status: number;
  errorMessage: string;
};
type ConfigFile = { body: Uint8Array; contentType: string };
type ConfigMap = { configMap: Record<string, ConfigFile> };

export type AgentToServer = Message<'opamp.proto.AgentToServer'> & {
  instanceUid: Uint8Array;
  sequenceNum: bigint;
  agentDescription?: { identifyingAttributes: KeyValue[]; nonIdentifyingAttributes: KeyValue[] };
  capabilities: bigint;
  health?: HealthMessage;
  effectiveConfig?: { configMap?: ConfigMap };
  remoteConfigStatus?: { lastRemoteConfigHash: Uint8Array; status: number; errorMessage: string };
  agentDisconnect?: object;
  packageStatuses?: { packages: Record<string, PackageMessage>; errorMessage: string };
  customMessage?: object;
  customCapabilities?: object;
  flags: bigint;
  availableComponents?: {
    components: Record<string, { subComponentMap: Record<string, unknown> }>;
    hash: Uint8Array;
  };
};

type Destination = {
  destinationEndpoint: string;
  headers: { headers: { key: string; value: string }[] };
};

type ServerToAgent = Message<'opamp.proto.ServerToAgent'> & {
  instanceUid: Uint8Array;
  errorResponse?: {
    type: number;
    errorMessage: string;
    Details: { case: 'retryInfo'; value: { retryAfterNanoseconds: bigint } } | { case: undefined };
  };
  remoteConfig?: { config: ConfigMap; configHash: Uint8Array };
  flags: bigint;
  capabilities: bigint;
  agentIdentification?: { newInstanceUid: Uint8Array };
  customCapabilities?: { capabilities: string[] };
  command?: { type: number };
  connectionSettings?: {
    hash: Uint8Array;
    ownMetrics?: Destination;
    ownLogs?: Destination;
    opamp?: Destination & { certificate: object; heartbeatIntervalSeconds: bigint };
  };
};

const AGENT_TO_SERVER = 0;
const SERVER_TO_AGENT = 7;
const agentToServerSchema: GenMessage<AgentToServer> = messageDesc(opampFile, AGENT_TO_SERVER);
const serverToAgentSchema: GenMessage<ServerToAgent> = messageDesc(opampFile, SERVER_TO_AGENT);

export const AGENT_CAN = {
  acceptRemoteConfig: 0x2,
  reportEffectiveConfig: 0x4,
  reportOwnMetrics: 0x40,
  reportOwnLogs: 0x80,
  acceptOpampSettings: 0x100,
  acceptRestartCommand: 0x400,
  reportHealth: 0x800,
  reportComponents: 0x4000,
} as const;

/** It accepts status, effective configuration and package statuses, and offers remote configuration and connection settings. */
const SERVER_CAPABILITIES = 0x1n | 0x2n | 0x4n | 0x10n | 0x20n;
export const FLAG_FULL_STATE = 0x1n;
export const FLAG_COMPONENTS = 0x2n;
/** The agent asks for an instance id. */
export const ASKS_FOR_UID = 0x1n;
const COMMAND_RESTART = 0;
const BAD_REQUEST = 1;
const UNAVAILABLE = 2;

/** @throws an error of any kind for what is no such message */
export const decodeAgentMessage = (bytes: Uint8Array): AgentToServer =>
  fromBinary(agentToServerSchema, bytes);

/** Where an agent sends something or connects from now on, and by what. */
export type DestinationOffer = { endpoint: string; credential: string };
export type SettingsOffer = {
  metrics?: DestinationOffer;
  logs?: DestinationOffer;
  own?: DestinationOffer;
  hash: string;
};

export type ServerMessage = {
  instanceUid: Uint8Array;
  flags?: bigint;
  offer?: { content: string; hash: string };
  settings?: SettingsOffer;
  newInstanceUid?: Uint8Array;
  /** Says that no custom message is understood here. */
  refusesCustom?: boolean;
  /** Agents read nothing else of a message that has it. */
  restart?: boolean;
  error?: { message: string; retryAfterSeconds?: number };
};

const NANOSECONDS = 1_000_000_000n;

function toErrorResponse({ message, retryAfterSeconds }: NonNullable<ServerMessage['error']>) {
  if (retryAfterSeconds === undefined)
    return { type: BAD_REQUEST, errorMessage: message, Details: { case: undefined } as const };
  const retryAfterNanoseconds = BigInt(retryAfterSeconds) * NANOSECONDS;
  return {
    type: UNAVAILABLE,
    errorMessage: message,
    Details: { case: 'retryInfo', value: { retryAfterNanoseconds } } as const,
  };
}

const HEARTBEAT_SECONDS = 30n;

const toDestination = ({ endpoint, credential }: DestinationOffer) => ({
  destinationEndpoint: endpoint,
  headers: { headers: [{ key: 'Authorization', value: `Bearer ${credential}` }] },
});

const toConnectionSettings = ({ metrics, logs, own, hash }: SettingsOffer) => ({
  hash: Buffer.from(hash),
  ...(metrics ? { ownMetrics: toDestination(metrics) } : {}),
  ...(logs ? { ownLogs: toDestination(logs) } : {}),
  // Without a certificate the supervisor would no longer check that of the service.
  ...(own
    ? { opamp: { ...toDestination(own), certificate: {}, heartbeatIntervalSeconds: HEARTBEAT_SECONDS } }
    : {}),
});

/** The instance id is always echoed: some agents fail without it. */
export function encodeServerMessage(message: ServerMessage): Uint8Array {
  const { instanceUid, flags = 0n, offer, settings, newInstanceUid, refusesCustom, restart, error } = message;
  const made = create(serverToAgentSchema, {
    instanceUid,
    flags,
    capabilities: SERVER_CAPABILITIES,
    ...(error ? { errorResponse: toErrorResponse(error) } : {}),
    ...(offer
      ? {
          remoteConfig: {
            config: { configMap: { '': { body: Buffer.from(offer.content), contentType: 'text/yaml' } } },
            configHash: Buffer.from(offer.hash),
          },
        }
      : {}),
    ...(settings ? { connectionSettings: toConnectionSettings(settings) } : {}),
    ...(newInstanceUid ? { agentIdentification: { newInstanceUid } } : {}),
    ...(refusesCustom ? { customCapabilities: { capabilities: [] } } : {}),
    ...(restart ? { command: { type: COMMAND_RESTART } } : {}),
  } as never);
  return toBinary(serverToAgentSchema, made);
}

const HEADER = Uint8Array.of(0);

/** A WebSocket message begins with a header, which is the number 0. */
export const toFrame = (message: Uint8Array): Uint8Array => Buffer.concat([HEADER, message]);

/** Without the header; undefined for another one. Early agents sent none. */
export function fromFrame(frame: Uint8Array): Uint8Array | undefined {
  const [first] = frame;
  if (first === 0) return frame.subarray(1);
  // The tag of the first field of a message: an agent from before the header.
  return first === 0x0a ? frame : undefined;
}
