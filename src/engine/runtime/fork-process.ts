import { type ChildProcess, fork } from 'node:child_process';

export type ForkSettings = {
  readonly entry: string;
  readonly args?: readonly string[];
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
};

/** Forks a module as a child process that talks over IPC; `onOutput` gets the lines it prints. */
export function forkProcess(
  { entry, args = [], flags, env }: ForkSettings,
  onOutput: (line: string) => void,
): ChildProcess {
  const child = fork(entry, [...args], {
    serialization: 'advanced',
    execArgv: [...flags],
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) if (line !== '') onOutput(line);
  };
  child.stdout?.on('data', output);
  child.stderr?.on('data', output);
  return child;
}
