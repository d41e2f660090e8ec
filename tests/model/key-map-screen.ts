import { selectChangedCount, selectTakeover } from '../../machines/key-map/index.ts';
import { KEY_MAP_COMMANDS, keyMapModel } from '../../machines/key-map/key-map.model.ts';
import { defineModel } from '../../machines/model.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import type { Command } from '../../src/console/commands/types.ts';
import { keysCommands } from '../../src/console/views/profile/keys.commands.ts';
import { profileScopes } from '../../src/console/views/profile/profile.commands.ts';

const modelCommands = KEY_MAP_COMMANDS.map(
  ({ id, title, scopes, defaults }): Command => ({
    id,
    title,
    group: 'Pipeline',
    icon: 'pipeline',
    keys: defaults,
    scope: scopes.includes('global') ? 'global' : 'pipeline',
    enabled: () => true,
    run: () => undefined,
  }),
);
export const registry = createRegistry(
  [...modelCommands, ...keysCommands],
  [{ id: 'list', mode: 'LIST' }, { id: 'pipeline', mode: 'VIEW' }, ...profileScopes],
);

/** What the screen offers: dialogs take all keys, and actions without effect are disabled. */
export const model = defineModel({
  ...keyMapModel,
  explore: (snapshot, event) => {
    const { recording, overlay, characterKeys } = snapshot.context;
    if (keyMapModel.explore?.(snapshot, event) === false) return false;
    if (recording) {
      if (event.type === 'record.cancelled') return true;
      if (event.type === 'keys.taken') return selectTakeover(snapshot) !== undefined;
      // Binding Enter and Backspace is tested in the machine.
      const isText = 'key' in event && event.key !== 'Enter' && event.key !== 'Backspace';
      return 'key' in event && (isText || (recording.keys.length > 0 && !snapshot.matches('conflict')));
    }
    if (snapshot.matches('rejected')) return ['record.cancelled', 'map.imported'].includes(event.type);
    switch (event.type) {
      case 'keys.cleared':
        return overlay['pipeline.edit']?.length !== 0;
      case 'keys.reset':
        return overlay['pipeline.edit'] !== undefined;
      case 'all.reset':
        return selectChangedCount(snapshot) > 0;
      case 'characterKeys.set':
        return 'isOn' in event && event.isOn !== characterKeys;
      case 'record.started':
        // From the defaults, and after the other command gave up its key.
        return !overlay['pipeline.deploy'] && !(overlay['pipeline.edit'] && !characterKeys);
      default:
        return event.type === 'map.imported';
    }
  },
});
