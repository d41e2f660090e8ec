import { ORIGIN } from '../event/constants.ts';

/** Whether a node's settings name `@origin`, or have it sent. */
export const readsOrigin = (config: Record<string, unknown>): boolean =>
  config.origin === true || JSON.stringify(config).includes(ORIGIN.text);
