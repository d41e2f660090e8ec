import type { ConnectionTestReport, ConnectionTestRequest } from '../types/connection-test.ts';
import type { DeadLetterAnswer, DeadLetterRequest } from '../types/dead-letter.ts';
import type { DeployStep } from '../types/engine.ts';
import type { PipelinePlan } from '../types/plan.ts';
import type { EngineProblem } from '../types/problem.ts';
import type { EngineReport } from '../types/report.ts';
import type { TapEvent, TapRequest } from '../types/tap.ts';

/** WebSocket path of remote engines, and the header with the join token. */
export const ENGINE_PATH = '/v1/ws/engine';
export const JOIN_HEADER = 'x-penstock-join';
/** Both sides must have the same version. */
export const VERSION_HEADER = 'x-penstock-version';

/**
 * Refusal reason, percent-encoded because a refused WebSocket has no body; the second header marks it as
 * final.
 */
export const REASON_HEADER = 'x-penstock-reason';
export const FINAL_HEADER = 'x-penstock-final';

/** Close codes that end the connection for good. */
export const ENGINE_CLOSE = { disconnected: 4401, replaced: 4409 } as const;

export type RemoteOrder =
  /** First order of a connection. `signIn` decides which targets and files are allowed. */
  | { kind: 'welcome'; siteId: string; siteName: string; signIn: string }
  /** Every other pipeline ends. */
  | { kind: 'keep'; pipelineIds: string[] }
  /** Stored: counters by boot up to a sequence, errors up to a number. */
  | { kind: 'acknowledged'; boots: Record<string, number>; errors: number }
  | { kind: 'deploy'; call: number; plan: PipelinePlan; isForced: boolean }
  | { kind: 'deploy.cancel'; call: number }
  | { kind: 'remove'; call: number; pipelineId: string; drainMs: number }
  | { kind: 'tap'; tap: number; request: TapRequest }
  | { kind: 'tap.stop'; tap: number }
  | { kind: 'test'; call: number; request: ConnectionTestRequest }
  | { kind: 'letters'; call: number; request: DeadLetterRequest }
  /** Asks how much of a file is stored; parts continue there, `data` in base64. */
  | { kind: 'file'; call: number; sha256: string; sizeBytes: number }
  | { kind: 'file.part'; call: number; sha256: string; sizeBytes: number; offset: number; data: string };

export type RemoteNotice =
  | { kind: 'hello'; version: string; host: string; platform: string }
  | { kind: 'step'; call: number; step: DeployStep }
  | { kind: 'done'; call: number; problem?: EngineProblem | undefined }
  | { kind: 'report'; report: EngineReport }
  | { kind: 'tap.events'; tap: number; events: TapEvent[] }
  | { kind: 'tap.end'; tap: number; reason: string }
  | { kind: 'file.at'; call: number; bytes: number; problem?: EngineProblem | undefined }
  | {
      kind: 'letters';
      call: number;
      answer?: DeadLetterAnswer | undefined;
      problem?: EngineProblem | undefined;
    }
  | {
      kind: 'tested';
      call: number;
      report?: ConnectionTestReport | undefined;
      problem?: EngineProblem | undefined;
    };
