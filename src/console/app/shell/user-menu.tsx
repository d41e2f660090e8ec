import { useQuery } from '@tanstack/react-query';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { callQuery } from '../../api/use-call.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Menu } from '../../components/widgets/actions/menu.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { Avatar } from './avatar.tsx';
import * as css from './sidebar.css.ts';

export function UserMenu() {
  // No site in the key: the user does not depend on it.
  const { data } = useQuery({ ...callQuery('getSession', {}, ''), staleTime: Number.POSITIVE_INFINITY });
  // In order; a separator precedes Logout.
  const commands = {
    'go.userProfile': useCommand('go.userProfile'),
    'console.toggleTheme': useCommand('console.toggleTheme'),
    'console.help': useCommand('console.help'),
    'console.logout': useCommand('console.logout'),
  };
  const user = data?.user;
  return (
    <Menu
      label="User menu"
      entries={Object.entries(commands).map(([id, { title, icon, keys, disabledReason, run }]) => ({
        id,
        label: title,
        icon,
        keys,
        disabledReason,
        startsGroup: id === 'console.logout',
        onSelect: () => run('menu'),
      }))}
      trigger={
        <button type="button" className={css.user}>
          <span className={visuallyHidden}>User menu</span>
          <Avatar user={user} />
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
