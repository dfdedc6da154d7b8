import { loadDefects } from './load-defects.ts';
import { catchDefect } from './verify-defect.ts';

// A process of `npm run defects`: it is sent the name of a defect, and answers what became of it.
const defects = await loadDefects();
process.on('message', (name: string) => {
  void catchDefect(defects.find((defect) => defect.name === name)!).then((outcome) => process.send!(outcome));
});
process.on('disconnect', () => process.exit(0));
