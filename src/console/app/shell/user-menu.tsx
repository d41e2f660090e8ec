import { useQuery } from '@tanstack/react-query';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { callQuery } from '../../api/use-call.ts';
import { useCommandContext } from '../../commands/runtime.ts';
import { describeCommand } from '../../commands/use-command.ts';
import { Menu } from '../../components/widgets/actions/menu.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { Avatar } from './avatar.tsx';
import * as css from './sidebar.css.ts';

/** In order; a separator precedes Logout. */
const COMMANDS = ['go.userProfile', 'console.toggleTheme', 'console.help', 'console.logout'] as const;

export function UserMenu() {
  // No site in the key: the user does not depend on it.
  const { data } = useQuery({ ...callQuery('getSession', {}, ''), staleTime: Number.POSITIVE_INFINITY });
  const ctx = useCommandContext();
  const user = data?.user;
  return (
    <Menu
      label="User menu"
      entries={COMMANDS.map((id) => {
        const command = describeCommand(ctx, id);
        return {
          id,
          label: command.title,
          icon: command.icon,
          keys: command.keys,
          disabledReason: command.disabledReason,
          startsGroup: id === 'console.logout',
          onSelect: () => command.run('menu'),
        };
      })}
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
