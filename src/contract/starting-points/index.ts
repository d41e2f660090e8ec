import { applicationJson } from './application-json.ts';
import { cloudAudit } from './cloud-audit.ts';
import { firewall } from './firewall.ts';
import { kubernetes } from './kubernetes.ts';
import { sshdSecurity } from './sshd-security.ts';
import type { StartingPoint } from './types.ts';
import { webAccess } from './web-access.ts';

export type { StartingPoint, StartingStep } from './types.ts';

export const STARTING_POINTS: readonly StartingPoint[] = [
  webAccess,
  sshdSecurity,
  kubernetes,
  cloudAudit,
  firewall,
  applicationJson,
];
