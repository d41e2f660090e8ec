import { createRequire } from 'node:module';
import { create, type DescMessage, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';

/** Messages by the code of another OpAMP implementation than the product's. */
const generated = createRequire(import.meta.url)(
  '@elastic/opamp-client-node/lib/generated/opamp_pb.js',
) as Record<'AgentToServerSchema' | 'ServerToAgentSchema', DescMessage>;

export const CAN = {
  status: 1n,
  accept: 2n,
  effective: 4n,
  ownMetrics: 0x40n,
  ownLogs: 0x80n,
  opampSettings: 0x100n,
  restart: 0x400n,
  health: 0x800n,
  remote: 0x1000n,
  components: 0x4000n,
};
export const STATE = { UNSET: 0, APPLIED: 1, APPLYING: 2, FAILED: 3 } as const;
export const FULL_STATE = 1n;
export const COMPONENTS = 2n;
export const MANAGED = CAN.status | CAN.accept | CAN.effective | CAN.health | CAN.remote;

type Destination = {
  destinationEndpoint: string;
  headers?: { headers: { key: string; value: string }[] };
};
export type ServerMessage = {
  instanceUid: Uint8Array;
  flags: bigint;
  capabilities: bigint;
  remoteConfig?: { config: { configMap: Record<string, { body: Uint8Array }> }; configHash: Uint8Array };
  connectionSettings?: {
    ownMetrics?: Destination;
    ownLogs?: Destination;
    opamp?: Destination & { certificate?: object; heartbeatIntervalSeconds: bigint };
  };
  command?: { type: number };
  errorResponse?: { type: number; errorMessage: string; Details: { case?: string } };
  agentIdentification?: { newInstanceUid: Uint8Array };
  customCapabilities?: { capabilities: string[] };
};

export const encodeMessage = (message: object): Uint8Array<ArrayBuffer> => {
  const { AgentToServerSchema: schema } = generated;
  const made = create(schema, message as never) as MessageShape<typeof schema>;
  return Uint8Array.from(toBinary(schema, made));
};

export const decodeAnswer = (bytes: Uint8Array): ServerMessage =>
  fromBinary(generated.ServerToAgentSchema, bytes) as unknown as ServerMessage;

export const makeUid = (number: number): Uint8Array => {
  const uid = Buffer.alloc(16, 7);
  uid.writeUInt32BE(number, 12);
  return uid;
};

const toValue = (value: string) => ({ value: { case: 'stringValue', value } });

/** What an agent says at first. */
export const describeAgent = (host: string, more: Record<string, string> = {}) => ({
  identifyingAttributes: Object.entries({
    'service.name': 'otelcol',
    'service.version': '0.130.0',
    ...more,
  }).map(([key, value]) => ({ key, value: toValue(value) })),
  nonIdentifyingAttributes: Object.entries({
    'host.name': host,
    'os.type': 'linux',
    'host.arch': 'amd64',
  }).map(([key, value]) => ({ key, value: toValue(value) })),
});

export const healthy = { healthy: true, status: 'StatusOK', componentHealthMap: {} };
export const effectiveOf = (text: string) => ({
  configMap: { configMap: { '': { body: Buffer.from(text), contentType: 'text/yaml' } } },
});
export const readOffer = ({ remoteConfig }: ServerMessage): string | undefined => {
  const file = remoteConfig?.config.configMap[''];
  return file && Buffer.from(file.body).toString();
};

/** The credential of its own that an agent is offered. */
export const readCredential = ({ connectionSettings }: ServerMessage): string | undefined =>
  connectionSettings?.opamp?.headers?.headers[0]?.value.replace('Bearer ', '');

/** An agent made by hand: each message goes to `send`, which gives the answer. */
export function createAgent(
  number: number,
  send: (message: Uint8Array<ArrayBuffer>) => Promise<ServerMessage>,
) {
  let sequence = 0n;
  let uid = makeUid(number);
  const say = async (message: object = {}): Promise<ServerMessage> => {
    sequence += 1n;
    const answer = await send(
      encodeMessage({ instanceUid: uid, sequenceNum: sequence, capabilities: MANAGED, ...message }),
    );
    uid = Buffer.from(answer.agentIdentification?.newInstanceUid ?? uid);
    return answer;
  };
  return {
    say,
    uid: () => Buffer.from(uid).toString('hex'),
    hello: (more: object = {}) =>
      say({ agentDescription: describeAgent(`host-${number}`), health: healthy, ...more }),
    skip: () => {
      sequence += 5n;
    },
    /** Reports what became of an offer. */
    report: (offered: ServerMessage, state: number, errorMessage = '', more: object = {}) =>
      say({
        remoteConfigStatus: {
          lastRemoteConfigHash: offered.remoteConfig?.configHash,
          status: state,
          errorMessage,
        },
        ...more,
      }),
  };
}
export type HandmadeAgent = ReturnType<typeof createAgent>;

type Socket = {
  on(event: 'message', take: (data: Buffer) => void): unknown;
  send(data: Buffer): void;
};

/** An agent on an open socket. Messages to it wait until `receive` asks for them. */
export function createSocketAgent<S extends Socket>(socket: S, number: number) {
  const got: ServerMessage[] = [];
  const waiting: ((message: ServerMessage) => void)[] = [];
  socket.on('message', (data) => {
    if (data[0] !== 0) throw new Error('a message of OpAMP begins with a header of 0');
    const message = decodeAnswer(data.subarray(1));
    const next = waiting.shift();
    if (next) next(message);
    else got.push(message);
  });
  const receive = () =>
    new Promise<ServerMessage>((done) => {
      const message = got.shift();
      if (message) done(message);
      else waiting.push(done);
    });
  const agent = createAgent(number, (message) => {
    socket.send(Buffer.concat([Buffer.of(0), message]));
    return receive();
  });
  return { ...agent, socket, receive };
}
