import { useQuery } from '@tanstack/react-query';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { callQuery } from '../../api/use-call.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Menu } from '../../widgets/actions/menu.tsx';
import { Icon } from '../../widgets/icons/icon.tsx';
import * as css from './sidebar.css.ts';

const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

/** Who is signed in, and what belongs to the person rather than to a screen. */
export function UserMenu() {
  // Without the site in its key: who is signed in does not change with it.
  const { data } = useQuery({ ...callQuery('getSession', {}, ''), staleTime: Number.POSITIVE_INFINITY });
  const commands = [useCommand('console.toggleTheme'), useCommand('console.help')];
  const user = data?.user;
  return (
    <Menu
      label="User menu"
      entries={commands.map((command) => ({
        id: command.title,
        label: command.title,
        icon: command.icon,
        keys: command.keys,
        disabledReason: command.disabledReason,
        onSelect: () => command.run('menu'),
      }))}
      trigger={
        <button type="button" className={css.user}>
          <span className={visuallyHidden}>User menu</span>
          <span className={css.avatar} aria-hidden="true">
            {user ? initialsOf(user.name) : <Icon name="user" size="s" />}
          </span>
          <span className={css.userText}>
            {user?.name}
            <span className={css.userEmail}>{user?.email}</span>
          </span>
          <Icon name="chevronsUpDown" size="s" className={css.siteChevron} />
        </button>
      }
    />
  );
}
