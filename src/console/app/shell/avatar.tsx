import { Icon } from '../../widgets/icons/icon.tsx';
import { initialsOf } from '../../widgets/text/initials.ts';
import * as css from './sidebar.css.ts';

/** Initials of who is signed in; decorative beside the name. */
export const Avatar = ({ name }: { name: string | undefined }) => (
  <span className={css.avatar} aria-hidden="true">
    {name ? initialsOf(name) : <Icon name="user" size="s" />}
  </span>
);
