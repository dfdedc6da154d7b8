// The tests of the example are registered here, because the runner looks into test/ only.
import '../../examples/booking.test.ts';
