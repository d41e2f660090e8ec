import type { Handlers } from '../http/call-context.ts';

export const patternHandlers = {
  testPattern: ({ body, services }) => services.patterns.run(body),
} satisfies Pick<Handlers, 'testPattern'>;
