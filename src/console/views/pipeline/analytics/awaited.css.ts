import { style } from '@vanilla-extract/css';

// Only class names: the charts' code loads later.
export {
  head as chartHead,
  panel as chartPanel,
  skeleton as chartRoom,
  title as chartTitle,
} from '../../../components/widgets/charts/chart.css.ts';
export {
  panel as stagesPanel,
  title as stagesTitle,
} from '../../../components/widgets/charts/stage-bars.css.ts';
export const stagesRoom = style({ height: 102, padding: '8px 16px' });
