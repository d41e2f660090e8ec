import type {
  ConnectionTestReport,
  ConnectionTestRequest,
  DeployStep,
  EngineProblem,
  EngineReport,
  PipelinePlan,
  TapEvent,
  TapRequest,
} from '../port.ts';

/** Where a remote engine keeps its one WebSocket, and the header in which it names the token it joins with. */
export const ENGINE_PATH = '/v1/ws/engine';
export const JOIN_HEADER = 'x-penstock-join';
/** Its version: both sides speak the messages of one. */
export const VERSION_HEADER = 'x-penstock-version';

/**
 * Why a connection is refused, percent-encoded: a refused WebSocket has no body. The second one stands beside it when
 * another try is of no use.
 */
export const REASON_HEADER = 'x-penstock-reason';
export const FINAL_HEADER = 'x-penstock-final';

/** Codes with which the service closes the connection for good; any other end is followed by another try. */
export const ENGINE_CLOSE = { disconnected: 4401, replaced: 4409 } as const;

/** What the service asks of a remote engine: the orders of the port, and what the distance asks for. */
export type RemoteOrder =
  /** First of each connection. `signIn` is how people sign in at the service: targets and files follow it. */
  | { kind: 'welcome'; siteId: string; siteName: string; signIn: string }
  /** What may run; everything else ends. */
  | { kind: 'keep'; pipelineIds: string[] }
  /** Stored for good: counters by boot up to a sequence, errors up to a number. */
  | { kind: 'acknowledged'; boots: Record<string, number>; errors: number }
  | { kind: 'deploy'; call: number; plan: PipelinePlan; isForced: boolean }
  | { kind: 'deploy.cancel'; call: number }
  | { kind: 'remove'; call: number; pipelineId: string; drainMs: number }
  | { kind: 'tap'; tap: number; request: TapRequest }
  | { kind: 'tap.stop'; tap: number }
  | { kind: 'test'; call: number; request: ConnectionTestRequest }
  /** Asks how much of a file is there; a part goes on at that offset, `data` in base64. */
  | { kind: 'file'; call: number; sha256: string; sizeBytes: number }
  | { kind: 'file.part'; call: number; sha256: string; sizeBytes: number; offset: number; data: string };

/** What a remote engine says. */
export type RemoteNotice =
  | { kind: 'hello'; version: string; host: string; platform: string }
  | { kind: 'step'; call: number; step: DeployStep }
  | { kind: 'done'; call: number; problem?: EngineProblem | undefined }
  | { kind: 'report'; report: EngineReport }
  | { kind: 'tap.events'; tap: number; events: TapEvent[] }
  | { kind: 'tap.end'; tap: number; reason: string }
  /** So many bytes of the file are there, from its beginning; all of them when it is whole. */
  | { kind: 'file.at'; call: number; bytes: number; problem?: EngineProblem | undefined }
  | {
      kind: 'tested';
      call: number;
      report?: ConnectionTestReport | undefined;
      problem?: EngineProblem | undefined;
    };
