import type { Site } from '../../contract/entities/site.ts';
import type { StatusLook } from './status-look.ts';

export const ENGINE_LOOKS = {
  running: { label: 'Running', shape: 'check', tone: 'ok' },
  starting: { label: 'Starting', shape: 'dashed', tone: 'text2' },
  restarting: { label: 'Restarting', shape: 'octagon', tone: 'err' },
  stopped: { label: 'Stopped', shape: 'paused', tone: 'text3' },
  disconnected: { label: 'Not connected', shape: 'triangle', tone: 'warn' },
} as const satisfies Record<Site['engineState'], StatusLook>;
