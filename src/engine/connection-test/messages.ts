import { CHILD_FLAGS } from '../runtime/messages.ts';
import type { ConnectionTestReport, ConnectionTestRequest } from '../types/connection-test.ts';
import type { EngineProblem } from '../types/problem.ts';

export type TestOrder = { request: ConnectionTestRequest };
export type TestNotice =
  | { kind: 'ready' }
  | { kind: 'done'; report: ConnectionTestReport }
  | { kind: 'failed'; problem: EngineProblem };

export const TEST_TIME_LIMIT_MS = 20_000;
const HEAP_MIB = 128;

/** Reads everything, writes only below these folders, starts no processes. */
export const testFlags = (writable: readonly string[]): string[] => [
  ...CHILD_FLAGS,
  `--max-old-space-size=${HEAP_MIB}`,
  '--permission',
  '--allow-fs-read=*',
  ...writable.map((folder) => `--allow-fs-write=${folder}`),
];
