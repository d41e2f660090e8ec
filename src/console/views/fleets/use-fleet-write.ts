import { callApi } from '../../api/call-api.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { notify } from '../../state/toasts.ts';
import { formatInstall, getOpampAddress } from './enroll.ts';
import type { FleetWrite } from './scope.ts';

/** What installs an agent, shown once: it names the token. */
export type InstallShown = { name: string; text: string };

const ROLLOUT_CALLS = {
  startNow: 'startRolloutNow',
  pause: 'pauseRollout',
  resume: 'resumeRollout',
  cancel: 'cancelRollout',
} as const;

async function carryOut(write: FleetWrite): Promise<InstallShown | undefined> {
  if (write.action === 'enroll') {
    const { fleet, platform, labels = {}, uses = 0 } = write;
    const { data } = await callApi('createFleetToken', {
      path: { fleetId: fleet.id },
      body: { labels, uses },
    });
    return {
      name: fleet.name,
      text: formatInstall(platform, getOpampAddress(window.location), data.token),
    };
  }
  if (write.action === 'rotate') {
    const { fleet, platform, tokenId } = write;
    const { data } = await callApi('rotateFleetToken', { path: { tokenId }, body: {} });
    return { name: fleet.name, text: formatInstall(platform, getOpampAddress(window.location), data.token) };
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

const getText = (write: FleetWrite): string => {
  if (write.action === 'delete') return `'${write.fleet.name}' was deleted.`;
  if (write.action === 'rotate')
    return 'An enrollment token was created; the former one enrolls for a day more.';
  if (write.action === 'revoke') return 'The enrollment token was revoked.';
  return 'rolloutId' in write ? ROLLOUT_TEXTS[write.action] : 'An enrollment token was created.';
};

/** One write at a time, so that a double press writes once. */
export function useFleetWrite(onGone: (id: string) => void, onInstall: (shown: InstallShown) => void) {
  return useSingleWrite({
    call: 'updateFleet',
    write: carryOut,
    succeed: (_, write: FleetWrite) =>
      notify({ message: getText(write), status: 'success', shouldTimeout: true }),
    follow: (shown, write) => {
      if (write.action === 'delete') onGone(write.fleet.id);
      if (shown) onInstall(shown);
    },
  });
}
