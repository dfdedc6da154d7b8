import { render } from 'preact';
import { markDirections } from './app/mark-directions.ts';
import { Shell } from './app/shell.tsx';

markDirections();
const place = document.getElementById('console');
if (place) render(<Shell />, place);
