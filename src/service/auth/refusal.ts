import type { SignInProblem } from '../../contract/sign-in-problems.ts';

const DETAIL_MAX_LENGTH = 200;

/**
 * A refused message in the provider's name. `reason` is from a fixed set; `detail`, for the log, may contain
 * what was sent.
 */
export class MessageRefused extends Error {
  readonly reason: string;

  constructor(reason: string, detail = '') {
    super(detail === '' ? reason : `${reason} (${detail.slice(0, DETAIL_MAX_LENGTH)})`);
    this.name = 'MessageRefused';
    this.reason = reason;
  }
}

/** For the audit: nothing a sender could choose. */
export const describeRefusal = (error: unknown): string =>
  error instanceof MessageRefused ? error.reason : 'It could not be checked';

/** Where the message repeats what others sent. */
const REASONS: Partial<Record<SignInProblem, string>> = {
  declined: 'The provider did not sign the person in',
  unreachable: 'The provider could not be asked',
};

/** `problem` is for the person, `reason` for the audit, the message for log and administrators. */
export class SignInRefused extends Error {
  readonly problem: SignInProblem;
  readonly reason: string;

  constructor(problem: SignInProblem, why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'SignInRefused';
    this.problem = problem;
    if (problem === 'untrusted' && cause !== undefined)
      this.reason = `The provider's answer was refused: ${describeRefusal(cause)}`;
    else this.reason = REASONS[problem] ?? why;
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
