import { createGlobalTheme, globalStyle } from '@vanilla-extract/css';
import { soft } from './soft.ts';
import { vars } from './tokens.css.ts';

const { color, shadow, hatch } = vars;
const themed = { color, shadow, hatch };
const hatchPattern = `repeating-linear-gradient(-45deg, ${soft(color.text3, 38)} 0 1px, transparent 1px 4px)`;

createGlobalTheme(':root, [data-theme="dark"]', themed, {
  color: {
    bgApp: '#080B0D',
    bgMain: '#0C1013',
    bgRaised: '#11171B',
    bgOverlay: '#171E23',
    bgHover: '#151C21',
    bgActive: '#1B252B',
    line: '#1C242A',
    line2: '#2A353C',
    lineControl: '#65727C',
    text1: '#E9EEF1',
    text2: '#AFBAC2',
    text3: '#8A969F',
    textOff: '#66727B',
    accent: '#4CD3E0',
    accent2: '#2C7F8A',
    onAccent: '#031A1E',
    ok: '#62D084',
    warn: '#EDB954',
    err: '#FF7B72',
    info: '#94ABFF',
    errSolid: '#C93A36',
    onErr: '#FFFFFF',
    dataIn: '#9AA9B4',
    dataOut: '#4CD3E0',
    dataDrop: '#C79A63',
    data4: '#94ABFF',
    shade: 'rgb(0 0 0 / .55)',
    pipe: soft(color.accent, 24, color.bgMain),
    pipeOnPath: soft(color.accent, 40, color.bgMain),
    flow: soft(color.accent, 88, color.bgMain),
  },
  shadow: {
    button: '0 1px 0 rgb(255 255 255 / .03) inset, 0 1px 2px rgb(0 0 0 / .4)',
    float: `0 0 0 1px ${color.line2}, 0 8px 24px rgb(0 0 0 / .45)`,
    dialog: `0 0 0 1px ${color.line2}, 0 24px 72px rgb(0 0 0 / .65), 0 4px 16px rgb(0 0 0 / .4)`,
  },
  hatch: hatchPattern,
});

createGlobalTheme('[data-theme="light"]', themed, {
  color: {
    bgApp: '#F1F4F5',
    bgMain: '#FBFCFC',
    bgRaised: '#FFFFFF',
    bgOverlay: '#FFFFFF',
    bgHover: '#F0F3F4',
    bgActive: '#E3EBED',
    line: '#E2E7E9',
    line2: '#CBD4D8',
    lineControl: '#7C8A93',
    text1: '#0F171B',
    text2: '#435058',
    text3: '#59666E',
    textOff: '#7C8890',
    accent: '#00707F',
    accent2: '#2E8C98',
    onAccent: '#FFFFFF',
    ok: '#157034',
    warn: '#8A5700',
    err: '#BF2B27',
    info: '#3A52C4',
    errSolid: '#BF2B27',
    onErr: '#FFFFFF',
    dataIn: '#5F707B',
    dataOut: '#00808F',
    dataDrop: '#8F6426',
    data4: '#3A52C4',
    shade: 'rgb(15 23 27 / .28)',
    pipe: soft(color.accent, 22, color.bgMain),
    pipeOnPath: soft(color.accent, 36, color.bgMain),
    flow: soft(color.accent, 86, 'black'),
  },
  shadow: {
    button: '0 1px 2px rgb(15 23 27 / .06)',
    float: `0 0 0 1px ${color.line2}, 0 8px 24px rgb(15 23 27 / .12)`,
    dialog: `0 0 0 1px ${color.line2}, 0 24px 72px rgb(15 23 27 / .22), 0 4px 16px rgb(15 23 27 / .08)`,
  },
  hatch: hatchPattern,
});

globalStyle(':root, [data-theme="dark"]', { colorScheme: 'dark' });
globalStyle('[data-theme="light"]', { colorScheme: 'light' });
