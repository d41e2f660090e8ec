import type { SignInProblem } from '../../contract/sign-in-problems.ts';

/** A sign-in that is refused: `problem` is for the person, the message for the audit. */
export class SignInRefused extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'SignInRefused';
    this.problem = problem;
  }
}

/** The messages of an error and of what caused it, and the claim it is about. */
export function whyOf(error: unknown): string {
  const found: string[] = [];
  for (let one: unknown = error; typeof one === 'object' && one !== null; one = Reflect.get(one, 'cause')) {
    const [message, claim]: unknown[] = [Reflect.get(one, 'message'), Reflect.get(one, 'claim')];
    if (typeof message === 'string' && message !== '') found.push(message);
    if (typeof claim === 'string') found.push(claim);
  }
  return found.length > 0 ? [...new Set(found)].join(': ') : String(error);
}
