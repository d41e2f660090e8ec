import { useEffect, useRef } from 'react';
import { announce } from '../../state/announcement.ts';

/**
 * Announces that edit mode and the panel of a node begin and end, since the focus stays where it is. How a screen
 * opens is said by its title.
 * @param panel name of the node whose panel is open.
 */
export function useSaidMode(name: string, isEditing: boolean, panel: string | undefined): void {
  const before = useRef({ isEditing, panel });
  useEffect(() => {
    const was = before.current;
    before.current = { isEditing, panel };
    const said: string[] = [];
    if (was.isEditing !== isEditing) said.push(`${isEditing ? 'Editing' : 'No longer editing'} '${name}'`);
    if (was.panel === undefined && panel !== undefined) said.push(`Panel of '${panel}' opened`);
    if (was.panel !== undefined && panel === undefined) said.push(`Panel of '${was.panel}' closed`);
    if (said.length > 0) announce(said.join('. '));
  }, [name, isEditing, panel]);
}
