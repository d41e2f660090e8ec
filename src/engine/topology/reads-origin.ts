import { ORIGIN } from '../event/constants.ts';

/** Whether a node's settings use `@origin` or send it. */
export const readsOrigin = (config: Record<string, unknown>): boolean =>
  config.origin === true || JSON.stringify(config).includes(ORIGIN.text);
