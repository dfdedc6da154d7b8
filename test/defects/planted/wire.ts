import type { Defect } from '../defect.ts';
import { altersText } from '../plants.ts';

const rule = 'service.live-mode.every-response';

export default [
  {
    name: 'calls-plain-bytes-gzip',
    rule,
    breaks: 'A response has the header Content-Encoding: gzip over a plain body.',
    plant: altersText((text) => text, { 'Content-Encoding': 'gzip' }),
  },
  {
    name: 'names-live-mode-twice',
    rule,
    breaks: 'A response has liveMode twice.',
    plant: altersText((text) => text.replace(/^\{/, '{"liveMode":false,')),
  },
  {
    name: 'adds-a-comment-behind-the-json',
    rule,
    breaks: 'A response has a comment behind its JSON.',
    plant: altersText((text) => `${text}\n<!-- served by node 7 -->`),
  },
  {
    name: 'writes-nan-for-a-number',
    rule,
    breaks: 'The CO2 emissions of an offer are NaN.',
    alsoBreaks: ['offer.fields.co2-emissions'],
    plant: altersText((text) => text.replace(/"CO2EmissionsKg":[\d.]+/, '"CO2EmissionsKg":NaN')),
  },
] satisfies Defect[] as Defect[];
