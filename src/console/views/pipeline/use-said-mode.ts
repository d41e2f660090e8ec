import { useEffect, useRef } from 'react';
import { announce } from '../../state/announcement.ts';

/**
 * Announces start and end of edit mode and node panels, since the focus stays in place. The title announces
 * the initial state.
 * @param panel name of the node whose panel is open
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
