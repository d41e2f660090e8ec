import { useState } from 'react';
import { CommandMenu } from '../../../commands/CommandMenu.tsx';
import type { OnField } from '../../../widgets/event-diff/event-line.tsx';
import { fieldPath } from './field-changes.ts';

type Opened = { path: string; element: HTMLElement };

const COMMANDS = ['preview.removeField', 'preview.keepField', 'preview.renameField', 'preview.dropWhere'];

/** The menu of a field of the event on screen: what the commands of a field do, for the pointer. */
export function useFieldMenu() {
  const [opened, setOpened] = useState<Opened>();
  const onField: OnField = (names, element) => setOpened({ path: fieldPath(names), element });
  const menu = opened && (
    <CommandMenu
      label={`Actions for ${opened.path}`}
      items={COMMANDS.map((id) => ({ id, args: { field: opened.path } }))}
      anchor={opened.element.getBoundingClientRect()}
      returnFocus={opened.element.closest<HTMLElement>('[tabindex="0"]')}
      onClose={() => setOpened(undefined)}
    />
  );
  return { onField, menu };
}
