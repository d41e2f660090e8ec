import { Icon } from '../../components/widgets/icons/icon.tsx';
import { formatInitials } from '../../components/widgets/text/initials.ts';
import * as css from './sidebar.css.ts';

export const Avatar = ({ name }: { name: string | undefined }) => (
  <span className={css.avatar} aria-hidden="true">
    {name ? formatInitials(name) : <Icon name="user" size="s" />}
  </span>
);
