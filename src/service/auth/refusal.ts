import type { SignInProblem } from '../../contract/sign-in-problems.ts';

/** `problem` is shown to the person, the message goes to the audit. */
export class SignInRefused extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'SignInRefused';
    this.problem = problem;
  }
}

export function describeCauses(error: unknown): string {
  const found: string[] = [];
  for (let one: unknown = error; typeof one === 'object' && one !== null; one = Reflect.get(one, 'cause')) {
    const [message, claim]: unknown[] = [Reflect.get(one, 'message'), Reflect.get(one, 'claim')];
    if (typeof message === 'string' && message !== '') found.push(message);
    if (typeof claim === 'string') found.push(claim);
  }
  return found.length > 0 ? [...new Set(found)].join(': ') : String(error);
}
