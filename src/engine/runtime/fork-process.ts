import { type ChildProcess, fork } from 'node:child_process';
import { builtModule } from '../../program/built-module.ts';
import { lowerPriority } from './low-priority.ts';

export type ForkSettings = {
  readonly entry: string;
  readonly args?: readonly string[];
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** From the start: loading alone takes half a second of CPU. */
  readonly niceness?: number | undefined;
};

/** Forks a module with IPC; `onOutput` gets the lines it prints. */
export function forkProcess(
  { entry, args = [], flags, env, niceness }: ForkSettings,
  onOutput: (line: string) => void,
): ChildProcess {
  const child = fork(builtModule(entry), [...args], {
    serialization: 'advanced',
    execArgv: [...flags],
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined && niceness !== undefined) lowerPriority(child.pid, niceness);
  const output = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) if (line !== '') onOutput(line);
  };
  child.stdout?.on('data', output);
  child.stderr?.on('data', output);
  return child;
}
