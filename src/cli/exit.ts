/** What the exit code of a command means; the manual lists them. */
export const EXIT = {
  ok: 0,
  /** The service, or a rule of it, says no: nothing was changed. */
  refused: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** No service answers at the address. */
  notReached: 3,
  /** The API key is missing or wrong, or does not allow this. */
  notPermitted: 4,
  /** It was begun and ended in failure. */
  failed: 5,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

export type CliProblem = {
  exit: Exit;
  what: string;
  why?: readonly string[];
  whatToDo?: readonly string[];
};

/** A command that did not do what was asked: its exit code, and what standard error says. */
export class CliError extends Error {
  readonly problem: CliProblem;
  constructor(problem: CliProblem) {
    super(problem.what);
    this.name = 'CliError';
    this.problem = problem;
  }
}

export const usageError = (what: string, ...whatToDo: string[]): CliError =>
  new CliError({ exit: EXIT.usage, what, whatToDo });

export const refusal = (what: string, ...whatToDo: string[]): CliError =>
  new CliError({ exit: EXIT.refused, what, whatToDo });

/** The lines of standard error: what happened, why, what to do. */
export function problemText({ what, why = [], whatToDo = [] }: CliProblem): string {
  const lines = [`penstock: ${what}`];
  for (const line of why) lines.push(`  Why: ${line}`);
  for (const line of whatToDo) lines.push(`  What to do: ${line}`);
  return `${lines.join('\n')}\n`;
}
