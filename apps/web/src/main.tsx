import { render } from 'preact';
import { followStatus } from './app/connection.js';
import { Shell } from './app/shell.js';

render(<Shell />, document.getElementById('app') as HTMLElement);
void followStatus();
