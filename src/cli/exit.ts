/** Exit codes, as listed in the manual. */
export const EXIT = {
  ok: 0,
  /** The service refused; nothing changed. */
  refused: 1,
  /** Invalid command line. */
  usage: 2,
  /** No service answers at the address. */
  notReached: 3,
  /** The API key is missing, wrong or not permitted. */
  notPermitted: 4,
  failed: 5,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

export type CliProblem = {
  exit: Exit;
  what: string;
  why?: readonly string[];
  whatToDo?: readonly string[];
};

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

/** Lines for standard error: what happened, why, what to do. */
export function problemText({ what, why = [], whatToDo = [] }: CliProblem): string {
  const lines = [`penstock: ${what}`];
  for (const line of why) lines.push(`  Why: ${line}`);
  for (const line of whatToDo) lines.push(`  What to do: ${line}`);
  return `${lines.join('\n')}\n`;
}
