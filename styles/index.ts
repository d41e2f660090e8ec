/** Global styles; the composition root imports this once, before anything that draws. */
import './fonts.ts';
import './tokens.css.ts';
import './themes.css.ts';
import './base.css.ts';
import './motion.css.ts';
