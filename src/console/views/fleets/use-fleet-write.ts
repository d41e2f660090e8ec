import { callApi } from '../../api/call-api.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { notify } from '../../state/toasts.ts';
import { formatInstall, getOpampAddress, RUN_WHERE } from './enroll.ts';
import type { FleetWrite, Platform } from './scope.ts';

/** Install command with the token, shown once. */
export type InstallShown = { name: string; text: string; message: string };

const ROLLOUT_CALLS = {
  startNow: 'startRolloutNow',
  pause: 'pauseRollout',
  resume: 'resumeRollout',
  cancel: 'cancelRollout',
} as const;

const show = (name: string, platform: Platform, token: string, former = ''): InstallShown => ({
  name,
  message: `${RUN_WHERE[platform]} It holds the enrollment token, which is not stored and cannot be shown again.${former}`,
  text: formatInstall(platform, getOpampAddress(window.location), token),
});

async function carryOut(write: FleetWrite): Promise<InstallShown | undefined> {
  if (write.action === 'enroll') {
    const { fleet, platform, labels = {}, uses = 0 } = write;
    const { data } = await callApi('createFleetToken', {
      path: { fleetId: fleet.id },
      body: { labels, uses },
    });
    return show(fleet.name, platform, data.token);
  }
  if (write.action === 'rotate') {
    const { fleet, platform, tokenId } = write;
    const { data } = await callApi('rotateFleetToken', { path: { tokenId }, body: {} });
    return show(fleet.name, platform, data.token, ' The former one enrolls for a day more.');
  }
  if (write.action === 'revoke') await callApi('revokeFleetToken', { path: { tokenId: write.tokenId } });
  else if ('rolloutId' in write)
    await callApi(ROLLOUT_CALLS[write.action], { path: { rolloutId: write.rolloutId } });
  else await callApi('deleteFleet', { path: { fleetId: write.fleet.id } }, { ifMatch: write.fleet.revision });
  return undefined;
}

const ROLLOUT_TEXTS = {
  startNow: 'The rollout goes on.',
  pause: 'The rollout is paused: no further step begins.',
  resume: 'The rollout goes on.',
  cancel: 'The rollout was canceled.',
} as const;

/** Undefined for a token: its dialog says it, and a toast would cover its buttons. */
const getText = (write: FleetWrite): string | undefined => {
  if (write.action === 'delete') return `'${write.fleet.name}' was deleted.`;
  if (write.action === 'revoke') return 'The enrollment token was revoked.';
  return 'rolloutId' in write ? ROLLOUT_TEXTS[write.action] : undefined;
};

/** One write at a time, so that a double press writes once. */
export function useFleetWrite(onGone: (id: string) => void, onInstall: (shown: InstallShown) => void) {
  return useSingleWrite({
    call: 'updateFleet',
    write: carryOut,
    succeed: (_, write: FleetWrite) => {
      const message = getText(write);
      if (message) notify({ message, status: 'success', shouldTimeout: true });
    },
    follow: (shown, write) => {
      if (write.action === 'delete') onGone(write.fleet.id);
      if (shown) onInstall(shown);
    },
  });
}
